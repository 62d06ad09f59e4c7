//! Perfect matchings of least cost in any graph, where costs are compared digit by digit.
//!
//! Edmonds' algorithm with potentials: trees of alternating edges grow from the free vertices, odd
//! circles become blossoms, and the potentials are changed where no edge is tight. It needs addition
//! and order of the costs and nothing else, so that lists of numbers serve as well as numbers.

mod blossom;

use std::cmp::Ordering;
use std::collections::VecDeque;

/// What an edge costs: the first digit that differs decides. All lists of a graph are equally long.
pub(super) type Cost = Vec<i64>;

/// The partner of each vertex in the perfect matching of least cost; `None` where there is no perfect
/// matching. `cost` gives the cost of an edge `a < b`, `None` where there is none.
pub(super) fn least_perfect_matching(
    vertices: usize,
    cost: impl Fn(usize, usize) -> Option<Cost>,
) -> Option<Vec<usize>> {
    if !vertices.is_multiple_of(2) {
        return None;
    }
    let mut graph = Graph::new(vertices, cost);
    for _ in 0..vertices / 2 {
        if !graph.grow() {
            return None;
        }
    }
    Some((1..=vertices).map(|vertex| graph.mate[vertex] - 1).collect())
}

/// Where a node of the trees is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    Outer,
    Inner,
}

/// An edge between two vertices; 0 for none.
type Edge = (usize, usize);

/// The state of the search. Vertices count from 1, blossoms after them, and 0 is nothing.
struct Graph {
    vertices: usize,
    /// Vertices and blossoms ever made.
    nodes: usize,
    width: usize,
    /// Twice the worth of an edge between vertices.
    worth: Vec<Option<Cost>>,
    /// The best edge from node to node.
    edge: Vec<Vec<Edge>>,
    potential: Vec<Cost>,
    mate: Vec<usize>,
    /// The best vertex from which an edge comes to the node.
    slack: Vec<usize>,
    /// The outermost blossom that a node is in.
    root: Vec<usize>,
    parent: Vec<usize>,
    /// For blossom and vertex: the part of the blossom that holds the vertex.
    part: Vec<Vec<usize>>,
    label: Vec<Label>,
    visited: Vec<usize>,
    visit: usize,
    parts: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
}

impl Graph {
    fn new(vertices: usize, cost: impl Fn(usize, usize) -> Option<Cost>) -> Self {
        let most = vertices + vertices / 2 + 1;
        let size = vertices + 1;
        let mut worth: Vec<Option<Cost>> = vec![None; size * size];
        let mut edge = vec![vec![(0, 0); most]; most];
        let mut greatest: Cost = Vec::new();
        for a in 1..=vertices {
            for b in a + 1..=vertices {
                let Some(cost) = cost(a - 1, b - 1) else { continue };
                // A small cost is a great worth; doubled, so that halves stay whole.
                let twice: Cost = cost.iter().map(|digit| -2 * digit).collect();
                if greatest.is_empty() || twice > greatest {
                    greatest.clone_from(&twice);
                }
                worth[a * size + b] = Some(twice.clone());
                worth[b * size + a] = Some(twice);
                edge[a][b] = (a, b);
                edge[b][a] = (b, a);
            }
        }
        // Half of the worth each: no edge is worth more than its ends.
        let half: Cost = greatest.iter().map(|digit| digit / 2).collect();
        let width = half.len();
        let mut part = vec![vec![0; size]; most];
        for (vertex, parts) in part.iter_mut().enumerate().take(size) {
            parts[vertex] = vertex;
        }
        Self {
            vertices,
            nodes: vertices,
            width,
            worth,
            edge,
            potential: vec![half; most],
            mate: vec![0; most],
            slack: vec![0; most],
            root: (0..most).map(|node| if node < size { node } else { 0 }).collect(),
            parent: vec![0; most],
            part,
            label: vec![Label::Free; most],
            visited: vec![0; most],
            visit: 0,
            parts: vec![Vec::new(); most],
            queue: VecDeque::new(),
        }
    }

    /// Digit of how far an edge is from tight.
    fn slack_digit(&self, (a, b): Edge, digit: usize) -> i64 {
        let worth = self.worth[a * (self.vertices + 1) + b].as_ref().map_or(0, |worth| worth[digit]);
        self.potential[a][digit] + self.potential[b][digit] - worth
    }

    fn is_tight(&self, edge: Edge) -> bool {
        (0..self.width).all(|digit| self.slack_digit(edge, digit) == 0)
    }

    fn compare(&self, one: Edge, other: Edge) -> Ordering {
        let digits =
            (0..self.width).map(|digit| self.slack_digit(one, digit).cmp(&self.slack_digit(other, digit)));
        digits.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    fn offer_slack(&mut self, vertex: usize, node: usize) {
        let best = self.slack[node];
        if best == 0 || self.compare(self.edge[vertex][node], self.edge[best][node]).is_lt() {
            self.slack[node] = vertex;
        }
    }

    fn find_slack(&mut self, node: usize) {
        self.slack[node] = 0;
        for vertex in 1..=self.vertices {
            if self.edge[vertex][node].0 != 0
                && self.root[vertex] != node
                && self.label[self.root[vertex]] == Label::Outer
            {
                self.offer_slack(vertex, node);
            }
        }
    }

    fn enqueue(&mut self, node: usize) {
        if node <= self.vertices {
            self.queue.push_back(node);
            return;
        }
        for part in self.parts[node].clone() {
            self.enqueue(part);
        }
    }

    fn set_root(&mut self, node: usize, root: usize) {
        self.root[node] = root;
        if node > self.vertices {
            for part in self.parts[node].clone() {
                self.set_root(part, root);
            }
        }
    }

    /// Takes a tight edge into the trees; whether the matching has grown by it.
    fn take(&mut self, edge: Edge) -> bool {
        let (one, other) = (self.root[edge.0], self.root[edge.1]);
        match self.label[other] {
            Label::Free => {
                self.parent[other] = edge.0;
                self.label[other] = Label::Inner;
                let next = self.root[self.mate[other]];
                self.slack[other] = 0;
                self.slack[next] = 0;
                self.label[next] = Label::Outer;
                self.enqueue(next);
            }
            Label::Outer => {
                let top = self.common_root(one, other);
                if top == 0 {
                    self.augment(one, other);
                    self.augment(other, one);
                    return true;
                }
                self.add_blossom(one, top, other);
            }
            Label::Inner => {}
        }
        false
    }

    /// Makes the matching one pair larger; false when it cannot be.
    fn grow(&mut self) -> bool {
        self.queue.clear();
        for node in 1..=self.nodes {
            self.label[node] = Label::Free;
            self.slack[node] = 0;
        }
        for node in 1..=self.nodes {
            if self.root[node] == node && self.mate[node] == 0 {
                self.parent[node] = 0;
                self.label[node] = Label::Outer;
                self.enqueue(node);
            }
        }
        loop {
            if self.follow_tight_edges() {
                return true;
            }
            let Some(step) = self.least_step() else { return false };
            self.change_potentials(&step);
            self.queue.clear();
            for node in 1..=self.nodes {
                let vertex = self.slack[node];
                if self.root[node] == node
                    && vertex != 0
                    && self.root[vertex] != node
                    && self.is_tight(self.edge[vertex][node])
                    && self.take(self.edge[vertex][node])
                {
                    return true;
                }
            }
            for blossom in self.vertices + 1..=self.nodes {
                if self.root[blossom] == blossom
                    && self.label[blossom] == Label::Inner
                    && self.potential[blossom].iter().all(|&digit| digit == 0)
                {
                    self.expand_blossom(blossom);
                }
            }
        }
    }

    fn follow_tight_edges(&mut self) -> bool {
        while let Some(vertex) = self.queue.pop_front() {
            if self.label[self.root[vertex]] == Label::Inner {
                continue;
            }
            for other in 1..=self.vertices {
                let edge = self.edge[vertex][other];
                if edge.0 == 0 || self.root[vertex] == self.root[other] {
                    continue;
                }
                if !self.is_tight(edge) {
                    self.offer_slack(vertex, self.root[other]);
                } else if self.take(edge) {
                    return true;
                }
            }
        }
        false
    }

    /// How far potentials can change before an edge becomes tight or a blossom empty; `None` when they
    /// can change without end, which proves that the matching is as large as can be.
    fn least_step(&self) -> Option<Cost> {
        let mut least: Option<Cost> = None;
        let mut offer = |step: Cost| {
            if least.as_ref().is_none_or(|least| step < *least) {
                least = Some(step);
            }
        };
        for node in 1..=self.nodes {
            if self.root[node] != node {
                continue;
            }
            if node > self.vertices && self.label[node] == Label::Inner {
                offer(self.potential[node].iter().map(|digit| digit / 2).collect());
            }
            let vertex = self.slack[node];
            let parts = match self.label[node] {
                _ if vertex == 0 => continue,
                Label::Free => 1,
                Label::Outer => 2,
                Label::Inner => continue,
            };
            let edge = self.edge[vertex][node];
            offer((0..self.width).map(|digit| self.slack_digit(edge, digit) / parts).collect());
        }
        least
    }

    fn change_potentials(&mut self, step: &Cost) {
        for node in 1..=self.nodes {
            let (label, factor) = if node <= self.vertices {
                (self.label[self.root[node]], -1)
            } else if self.root[node] == node {
                (self.label[node], 2)
            } else {
                continue;
            };
            let factor = match label {
                Label::Outer => factor,
                Label::Inner => -factor,
                Label::Free => continue,
            };
            for (digit, step) in self.potential[node].iter_mut().zip(step) {
                *digit += factor * step;
            }
        }
    }
}

#[cfg(test)]
mod tests;
