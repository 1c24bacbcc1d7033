//! What programs mean, concretely: the engines that run payload programs.
