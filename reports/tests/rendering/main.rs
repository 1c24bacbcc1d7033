//! Tests of the renderers, over sample reports made by hand; no checker runs here.

mod formats;
mod golden;
mod samples;
mod schema;
