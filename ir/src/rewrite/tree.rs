//! The questions of many patterns as one tree. What many patterns ask of one place with different answers (a name, a count, a
//! type, an attribute) is one look into a hash table, so that the time for an operation does not grow with the number of
//! patterns. All patterns ask their questions in one order: first those that exclude the most patterns by a single answer. A
//! place is looked at once for an operation, however many paths ask about it.
//!
//! The tree is a filter. It leaves out ranges, users and native code, so that every pattern that matches passes it, and few
//! others do.

use rustc_hash::FxHashMap;

use super::access::{AccessPath, DEEP, OptionalIndex, Place, Question, Start, View, answer, hold, look_at};
use super::compile::Code;
use super::question_order::{Places, Reader, Step};

/// Part of a list, as start and end.
type Part = (u32, u32);

/// A node: parts of the lists of its tree.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// Steps on the way into the node: where one fails, nothing below it is reached.
    leads: Part,
    /// Patterns, by rank, that ask nothing further.
    ends: Part,
    ways: Part,
}

/// A way from a node to those below it.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// A question with one answer that leads on.
    Only(Step, u32),
    /// A question with several; the table that has them.
    Table(u32, u32),
}

impl Way {
    fn question(self) -> u32 {
        let (Way::Only(Step { question, .. }, _) | Way::Table(question, _)) = self;
        question
    }
}

/// The tree, with what its nodes hold in lists one behind the other.
#[derive(Debug, Default)]
pub(super) struct Tree {
    looks: Vec<AccessPath>,
    first: First,
    /// Too many places lie on one way for recursion.
    deep: bool,
    questions: Vec<Question>,
    nodes: Vec<Node>,
    leads: Vec<Step>,
    ends: Vec<u32>,
    ways: Vec<Way>,
    tables: Vec<Table>,
}

/// The nodes behind the answers to one question.
#[derive(Debug)]
enum Table {
    /// From the first answer on, one behind the other; no node is 0.
    Dense(u32, Vec<u32>),
    Hashed(FxHashMap<u32, u32>),
}

/// The first node, at which most operations end: the places that it asks about, all looked at for every operation. Left empty
/// where the node does more than to ask.
#[derive(Debug, Default)]
struct First {
    /// Each with the place from which it is reached, which is among those before it; without place 0.
    looks: Vec<(Place, Place, AccessPath)>,
    ways: Vec<(Question, Way)>,
}

/// Memory of a walk, which is used again from one operation to the next.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The entity at each place, and the walk that saw it.
    seen: Vec<(u32, OptionalIndex)>,
    walk: u32,
    stack: Vec<u32>,
    /// The entities at the places of the first node, by the numbers of the places.
    first: Vec<OptionalIndex>,
}

impl Table {
    /// A list of answers has at most this many places for each of them.
    const PLACES: usize = 8;

    /// From answers in ascending order and their nodes.
    fn from_nodes(nodes: &[(u32, u32)]) -> Table {
        let (Some((first, _)), Some((last, _))) = (nodes.first(), nodes.last()) else {
            return Table::Dense(0, Vec::new());
        };
        let length = (last - first) as usize + 1;
        if length > Table::PLACES * nodes.len() {
            return Table::Hashed(nodes.iter().copied().collect());
        }
        let mut list = vec![0; length];
        nodes.iter().for_each(|(answer, node)| list[(answer - first) as usize] = *node);
        Table::Dense(*first, list)
    }

    #[inline(always)]
    fn node(&self, answer: u32) -> Option<u32> {
        match self {
            Table::Dense(first, list) => {
                list.get(answer.wrapping_sub(*first) as usize).copied().filter(|node| *node != 0)
            }
            Table::Hashed(table) => table.get(&answer).copied(),
        }
    }
}

impl Tree {
    /// The tree of the codes, whose ranks are their places in the list.
    pub(super) fn new<'c>(codes: impl Iterator<Item = &'c Code>) -> Tree {
        let mut reader = Reader::default();
        codes.for_each(|code| reader.read(code));
        let (questions, paths) = reader.ordered();
        let Places { looks, depths, .. } = reader.places;
        let deep = depths.iter().any(|depth| *depth > DEEP);
        let mut tree = Tree { looks, deep, questions, ..Tree::default() };
        tree.grow(&paths);
        tree.first = tree.first();
        tree
    }

    /// The questions of the first node.
    fn first(&self) -> First {
        let Node { leads, ends, ways: (start, end) } = self.nodes[0];
        if leads.0 != leads.1 || ends.0 != ends.1 {
            return First::default();
        }
        let ways = self.ways[start as usize..end as usize].iter();
        let ways: Vec<_> = ways.map(|way| (self.questions[way.question() as usize], *way)).collect();
        let mut places: Vec<Place> = Vec::new();
        for mut place in ways.iter().flat_map(|(question, _)| question.places()) {
            while place != 0 {
                places.push(place);
                place = self.looks[place as usize].from();
            }
        }
        places.sort_unstable();
        places.dedup();
        let looks = places.into_iter().map(|place| {
            let look = self.looks[place as usize];
            (place, look.from(), look)
        });
        First { looks: looks.collect(), ways }
    }

    /// Makes the nodes, from paths in ascending order.
    fn grow(&mut self, paths: &[(Vec<Step>, u32)]) {
        let mut open = vec![(0, 0..paths.len(), 0)];
        self.nodes.push(Node::default());
        while let Some((node, range, depth)) = open.pop() {
            let below = &paths[range.clone()];
            let (Some((first, _)), Some((last, _))) = (below.first(), below.last()) else { continue };
            let same = first[depth..].iter().zip(&last[depth..]).take_while(|(a, b)| a == b).count();
            let leads = self.lead(&first[depth..depth + same]);
            let depth = depth + same;
            let ended = below.partition_point(|(path, _)| path.len() == depth);
            let ends = self.ends.len() as u32;
            self.ends.extend(below[..ended].iter().map(|(_, rank)| *rank));
            let ways = self.ways.len() as u32;
            let mut at = ended;
            while at < below.len() {
                let question = below[at].0[depth].question;
                let asked = below[at..].partition_point(|(path, _)| path[depth].question == question);
                self.part(&below[at..at + asked], range.start + at, depth, &mut open);
                at += asked;
            }
            let (ends, ways) = ((ends, self.ends.len() as u32), (ways, self.ways.len() as u32));
            self.nodes[node] = Node { leads, ends, ways };
        }
    }

    /// The way to the nodes behind one question, at place `depth` of paths that all ask it.
    fn part(
        &mut self,
        paths: &[(Vec<Step>, u32)],
        start: usize,
        depth: usize,
        open: &mut Vec<(usize, std::ops::Range<usize>, usize)>,
    ) {
        let question = paths[0].0[depth].question;
        let mut table = Vec::new();
        let mut at = 0;
        while at < paths.len() {
            let step = paths[at].0[depth];
            let equal = paths[at..].partition_point(|(path, _)| path[depth] == step);
            let node = self.nodes.len();
            self.nodes.push(Node::default());
            open.push((node, start + at..start + at + equal, depth + 1));
            if equal == paths.len() {
                self.ways.push(Way::Only(step, node as u32));
                return;
            }
            table.push((step.answer, node as u32));
            at += equal;
        }
        self.ways.push(Way::Table(question, self.tables.len() as u32));
        self.tables.push(Table::from_nodes(&table));
    }

    /// The part of the list that has these steps; many patterns end like the one before.
    fn lead(&mut self, steps: &[Step]) -> Part {
        let (len, all) = (steps.len(), self.leads.len());
        if all >= len && self.leads[all - len..] == *steps {
            return ((all - len) as u32, all as u32);
        }
        self.leads.extend_from_slice(steps);
        (all as u32, self.leads.len() as u32)
    }

    /// Collects the ranks of the patterns that nothing excludes; returns the number of nodes that were visited.
    pub(super) fn walk(&self, start: Start<'_>, memory: &mut Memory, ranks: &mut Vec<usize>) -> u64 {
        memory.stack.clear();
        if self.first.ways.is_empty() {
            memory.stack.push(0);
            return self.descend(start, memory, ranks);
        }
        self.begin(start, memory);
        match memory.stack.is_empty() {
            true => 1,
            false => 1 + self.descend(start, memory, ranks),
        }
    }

    /// Looks at the places of the first node; the nodes behind it that are reached come onto the stack.
    #[inline(always)]
    fn begin(&self, start: Start<'_>, memory: &mut Memory) {
        let Memory { first, stack, .. } = memory;
        if first.len() < self.looks.len() {
            first.resize(self.looks.len(), 0);
        }
        first[0] = hold(Some(start.op.index()));
        for (place, from, look) in &self.first.looks {
            first[*place as usize] = look_at(start, *look, first[*from as usize]);
        }
        for (question, way) in &self.first.ways {
            let answer = answer(start.program, *question, |place| first[place as usize]);
            stack.extend(self.next(*way, answer));
        }
    }

    /// The node behind a question with this answer.
    #[inline(always)]
    fn next(&self, way: Way, answer: Option<u32>) -> Option<u32> {
        match way {
            Way::Only(step, child) => (answer == Some(step.answer)).then_some(child),
            Way::Table(_, table) => self.tables[table as usize].node(answer?),
        }
    }

    /// The rest of a walk, from the nodes on the stack.
    fn descend(&self, start: Start<'_>, memory: &mut Memory, ranks: &mut Vec<usize>) -> u64 {
        if memory.seen.len() < self.looks.len() || memory.walk == u32::MAX {
            (memory.seen, memory.walk) = (vec![(0, 0); self.looks.len()], 0);
        }
        memory.walk += 1;
        let Memory { seen, walk, stack, first } = memory;
        seen[0] = (*walk, hold(Some(start.op.index())));
        for (place, ..) in &self.first.looks {
            seen[*place as usize] = (*walk, first[*place as usize]);
        }
        let mut view = View { start, looks: &self.looks, deep: self.deep, seen, walk: *walk };
        let part = |(start, end): Part| start as usize..end as usize;
        let mut visited = 0;
        while let Some(at) = stack.pop() {
            visited += 1;
            let node = self.nodes[at as usize];
            let mut leads = self.leads[part(node.leads)].iter();
            if !leads.all(|step| view.answer(self.questions[step.question as usize]) == Some(step.answer)) {
                continue;
            }
            ranks.extend(self.ends[part(node.ends)].iter().map(|rank| *rank as usize));
            for way in &self.ways[part(node.ways)] {
                let answer = view.answer(self.questions[way.question() as usize]);
                stack.extend(self.next(*way, answer));
            }
        }
        visited
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers that lie close together are a list, others a hash table; both lead to the same nodes and nowhere else.
    #[test]
    fn a_table_leads_from_its_answers_alone() {
        for step in [1, 7, 1000] {
            let nodes: Vec<(u32, u32)> = (0..20).map(|at| (5 + at * step, at + 1)).collect();
            let table = Table::from_nodes(&nodes);
            assert_eq!(matches!(table, Table::Dense(..)), step < 1000);
            for answer in 0..30 * step {
                let wanted = nodes.iter().find(|(known, _)| *known == answer).map(|(_, node)| *node);
                assert_eq!(table.node(answer), wanted, "answer {answer}, step {step}");
            }
            assert_eq!(table.node(u32::MAX), None);
        }
        assert_eq!(Table::from_nodes(&[]).node(0), None);
    }
}
