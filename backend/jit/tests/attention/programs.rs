//! Programs of attention: variants by choice, and near misses with one edit.

/// The choices of which a variant is put together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choices {
    pub(crate) divide: bool,
    pub(crate) scale_first: bool,
    /// None, added on the left or right, chosen.
    pub(crate) mask: u32,
    /// None, on the left, on the right.
    pub(crate) bias: u32,
    pub(crate) split: bool,
    /// Where a rotation and its inverse are, if anywhere: queries, keys, values, scores.
    pub(crate) pair: u32,
}

/// One edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Miss {
    OtherAxis,
    TransposedValue,
    NotTransposedKey,
    MaskTimes,
    Dropout,
    SwappedProduct,
    NoScale,
    HalfPair,
    NoSoftmax,
    SumOfProducts,
}

pub(crate) const MISSES: [Miss; 10] = [
    Miss::OtherAxis,
    Miss::TransposedValue,
    Miss::NotTransposedKey,
    Miss::MaskTimes,
    Miss::Dropout,
    Miss::SwappedProduct,
    Miss::NoScale,
    Miss::HalfPair,
    Miss::NoSoftmax,
    Miss::SumOfProducts,
];

impl Choices {
    /// These choices, with what the edit needs: a mask to multiply by, a pair to take one half of. A sum of scaled queries and keys
    /// without a scale behind it would read as scores with a mask.
    pub(crate) fn with(self, miss: Miss) -> Choices {
        match miss {
            Miss::MaskTimes => Choices { mask: 1, ..self },
            Miss::HalfPair => Choices { pair: self.pair.max(1), ..self },
            Miss::SumOfProducts => Choices { scale_first: false, ..self },
            _ => self,
        }
    }
}

pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, most: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32 % most
    }

    pub(crate) fn choices(&mut self) -> Choices {
        Choices {
            divide: self.below(2) == 0,
            scale_first: self.below(2) == 0,
            mask: self.below(4),
            bias: self.below(3),
            split: self.below(2) == 0,
            pair: self.below(5),
        }
    }
}

pub(crate) const MATRIX: &str = "vector<2x2xf32>";
const ROW: &str = "vector<2xf32>";
const KEEP: &str = "vector<2x2xi1>";

/// Writes a function.
#[derive(Default)]
struct Text {
    body: String,
    parameters: Vec<&'static str>,
    next: u32,
}

impl Text {
    fn parameter(&mut self, ty: &'static str) -> String {
        self.parameters.push(ty);
        format!("%p{}", self.parameters.len() - 1)
    }

    fn op(&mut self, name: &str, operands: &[&str]) -> String {
        self.written(name, operands, MATRIX, "")
    }

    fn written(&mut self, name: &str, operands: &[&str], of: &str, attributes: &str) -> String {
        self.next += 1;
        let result = format!("%{}", self.next);
        let (values, types) = (operands.join(", "), vec![of; operands.len()].join(", "));
        self.body += &format!("  {result} = \"nn.{name}\"({values}){attributes} : ({types}) -> {MATRIX}\n");
        result
    }

    fn mask(&mut self) -> String {
        let keep = self.parameter(KEEP);
        self.written("mask", &[&keep], KEEP, "")
    }

    fn softmax(&mut self, of: &str, other_axis: bool) -> String {
        self.written("softmax", &[of], MATRIX, if other_axis { "" } else { " {last}" })
    }

    fn linear(&mut self, input: &str, bias: u32) -> String {
        let weight = self.parameter(MATRIX);
        let product = self.op("matmul", &[input, &weight]);
        if bias == 0 {
            return product;
        }
        let row = self.parameter(ROW);
        let by = self.written("bias", &[&row], ROW, "");
        if bias == 1 { self.op("add", &[&by, &product]) } else { self.op("add", &[&product, &by]) }
    }

    fn pair(&mut self, value: String, here: bool, half: bool) -> String {
        if !here {
            return value;
        }
        let inner = if half { value } else { self.op("unrotate", &[&value]) };
        self.op("rotate", &[&inner])
    }

    fn scaled(&mut self, value: &str, choices: Choices) -> String {
        let scale = self.op("scale", &[]);
        self.op(if choices.divide { "div" } else { "mul" }, &[value, &scale])
    }

    fn masked(&mut self, scores: String, mask: u32, times: bool) -> String {
        if mask == 0 {
            return scores;
        }
        let by = self.mask();
        match mask {
            _ if times => self.op("mul", &[&scores, &by]),
            1 => self.op("add", &[&scores, &by]),
            2 => self.op("add", &[&by, &scores]),
            _ => {
                let least = self.op("least", &[]);
                self.op("where", &[&by, &scores, &least])
            }
        }
    }

    fn finished(self, result: &str) -> String {
        let named = self.parameters.iter().enumerate().map(|(at, ty)| format!("%p{at}: {ty}"));
        let parameters: Vec<String> = named.collect();
        let (parameters, body) = (parameters.join(", "), self.body);
        format!("func.func @f({parameters}) -> {MATRIX} {{\n{body}  func.return {result} : {MATRIX}\n}}\n")
    }
}

/// Dot-product attention, or a near miss of it.
pub(crate) fn dot_product(choices: Choices, miss: Option<Miss>) -> String {
    let is = |other: Miss| miss == Some(other);
    let (mut out, half) = (Text::default(), is(Miss::HalfPair));
    let input = out.parameter(MATRIX);
    let shared = choices.split.then(|| out.linear(&input, choices.bias));
    let part = |out: &mut Text, at: u32| {
        let value = match &shared {
            Some(shared) => out.op("split", &[shared]),
            None => out.linear(&input, choices.bias),
        };
        out.pair(value, choices.pair == at, half)
    };
    let (mut query, key, value) = (part(&mut out, 1), part(&mut out, 2), part(&mut out, 3));
    if choices.scale_first && !is(Miss::NoScale) {
        query = out.scaled(&query, choices);
    }
    let key = if is(Miss::NotTransposedKey) { key } else { out.op("transpose", &[&key]) };
    let name = if is(Miss::SumOfProducts) { "add" } else { "matmul" };
    let mut scores = match is(Miss::SwappedProduct) {
        true => out.op(name, &[&key, &query]),
        false => out.op(name, &[&query, &key]),
    };
    if !choices.scale_first && !is(Miss::NoScale) {
        scores = out.scaled(&scores, choices);
    }
    let scores = out.masked(scores, choices.mask, is(Miss::MaskTimes));
    let scores = out.pair(scores, choices.pair == 4, half);
    let mut weights = if is(Miss::NoSoftmax) { scores } else { out.softmax(&scores, is(Miss::OtherAxis)) };
    if is(Miss::Dropout) {
        weights = out.op("dropout", &[&weights]);
    }
    let value = if is(Miss::TransposedValue) { out.op("transpose", &[&value]) } else { value };
    let result = out.op("matmul", &[&weights, &value]);
    out.finished(&result)
}

/// The other two families, with the convolution of the alignment or without, or a near miss of them: another axis, a dropout
/// between, or another function in the place of the hyperbolic tangent.
pub(crate) fn additive(bias: u32, located: bool, miss: Option<Miss>) -> String {
    let is = |other: Miss| miss == Some(other);
    let mut out = Text::default();
    let (query, key) = (out.parameter(MATRIX), out.parameter(MATRIX));
    let (query, keys) = (out.linear(&query, bias), out.linear(&key, bias));
    let values = out.linear(&key, bias);
    let mut hidden = out.op("add", &[&query, &keys]);
    if located {
        let alignment = out.parameter(MATRIX);
        let convolved = out.op("conv", &[&alignment]);
        hidden = out.op("add", &[&hidden, &convolved]);
    }
    let bent = out.op(if is(Miss::NoScale) { "relu" } else { "tanh" }, &[&hidden]);
    let energy = out.linear(&bent, bias);
    let energy = out.op("squeeze", &[&energy]);
    let mut weights = out.softmax(&energy, is(Miss::OtherAxis));
    if is(Miss::Dropout) {
        weights = out.op("dropout", &[&weights]);
    }
    let weights = out.op("unsqueeze", &[&weights]);
    let result = out.op("matmul", &[&weights, &values]);
    out.finished(&result)
}
