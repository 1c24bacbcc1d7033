//! Disjoint sets: numbers in classes that only grow. The smallest member represents its class.

use smallvec::SmallVec;

/// A union-find forest over `0..len`.
#[derive(Clone, Debug, Default)]
pub struct UnionFind(SmallVec<[u32; 12]>);

impl UnionFind {
    /// `len` classes of one member each.
    pub fn new(len: usize) -> UnionFind {
        UnionFind((0..len as u32).collect())
    }

    /// Adds a class of one member, and returns the member.
    pub fn add(&mut self) -> usize {
        self.0.push(self.0.len() as u32);
        self.0.len() - 1
    }

    /// The number of members of all classes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true without members.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The representative of the class of `item`.
    pub fn find(&self, mut item: usize) -> usize {
        while self.0[item] as usize != item {
            item = self.0[item] as usize;
        }
        item
    }

    /// Joins two classes; the smaller representative stays. Returns it and the one that goes, or `None` when the classes were
    /// one already.
    pub fn join(&mut self, a: usize, b: usize) -> Option<(usize, usize)> {
        let (a, b) = (self.shorten(a), self.shorten(b));
        let (keep, drop) = (a.min(b), a.max(b));
        (keep != drop).then(|| {
            self.0[drop] = keep as u32;
            (keep, drop)
        })
    }

    /// [`find`](Self::find) that halves the path to the representative.
    fn shorten(&mut self, mut item: usize) -> usize {
        while self.0[item] as usize != item {
            self.0[item] = self.0[self.0[item] as usize];
            item = self.0[item] as usize;
        }
        item
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_member_represents_a_joined_class() {
        let mut forest = UnionFind::new(4);
        let five = forest.add();
        assert_eq!(forest.join(3, 1), Some((1, 3)));
        assert_eq!(forest.join(five, 3), Some((1, five)));
        assert_eq!(forest.join(1, five), None);
        assert_eq!((0..5).map(|item| forest.find(item)).collect::<Vec<_>>(), [0, 1, 2, 1, 1]);
    }
}
