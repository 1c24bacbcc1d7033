//! A keyed hash of words, by which fingerprints are made. Knows not what the words are.

/// SipHash-2-4 of 128 bits (Aumasson and Bernstein, 2012) over words.
pub(crate) fn hash(keys: [u64; 2], words: &[u64]) -> [u64; 2] {
    let mut v = [
        keys[0] ^ 0x736f_6d65_7073_6575,
        keys[1] ^ 0x646f_7261_6e64_6f6d ^ 0xee,
        keys[0] ^ 0x6c79_6765_6e65_7261,
        keys[1] ^ 0x7465_6462_7974_6573,
    ];
    let last = (8 * words.len() as u64) << 56;
    for word in words.iter().copied().chain([last]) {
        v[3] ^= word;
        round(&mut v);
        round(&mut v);
        v[0] ^= word;
    }
    v[2] ^= 0xee;
    (0..4).for_each(|_| round(&mut v));
    let low = v[0] ^ v[1] ^ v[2] ^ v[3];
    v[1] ^= 0xdd;
    (0..4).for_each(|_| round(&mut v));
    [low, v[0] ^ v[1] ^ v[2] ^ v[3]]
}

fn round(v: &mut [u64; 4]) {
    v[0] = v[0].wrapping_add(v[1]);
    v[1] = v[1].rotate_left(13) ^ v[0];
    v[0] = v[0].rotate_left(32);
    v[2] = v[2].wrapping_add(v[3]);
    v[3] = v[3].rotate_left(16) ^ v[2];
    v[0] = v[0].wrapping_add(v[3]);
    v[3] = v[3].rotate_left(21) ^ v[0];
    v[2] = v[2].wrapping_add(v[1]);
    v[1] = v[1].rotate_left(17) ^ v[2];
    v[2] = v[2].rotate_left(32);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_its_authors() {
        // The key is 00 01 .. 0f, the text 00 01 .. 07: the vector for eight bytes of `siphash` in its reference implementation.
        let keys = [0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908];
        let found = hash(keys, &[0x0706_0504_0302_0100]).map(u64::to_le_bytes).concat();
        let expected =
            [0x3b, 0x62, 0xa9, 0xba, 0x62, 0x58, 0xf5, 0x61, 0x0f, 0x83, 0xe2, 0x64, 0xf3, 0x14, 0x97, 0xb4];
        assert_eq!(found, expected);
    }
}
