//! Blossoms, and how the matching grows along a path through them.

use super::{Graph, Label};

impl Graph {
    /// The index of a part in its blossom, counted along the even side.
    fn even_place(&mut self, blossom: usize, part: usize) -> usize {
        let parts = &mut self.parts[blossom];
        let place = parts.iter().position(|&other| other == part).unwrap_or(0);
        if place % 2 == 0 {
            return place;
        }
        parts[1..].reverse();
        parts.len() - place
    }

    fn set_mate(&mut self, node: usize, other: usize) {
        let (from, to) = self.edge[node][other];
        self.mate[node] = to;
        if node <= self.vertices {
            return;
        }
        let part = self.part[node][from];
        let place = self.even_place(node, part);
        for at in 0..place {
            let (one, next) = (self.parts[node][at], self.parts[node][at ^ 1]);
            self.set_mate(one, next);
        }
        self.set_mate(part, other);
        self.parts[node].rotate_left(place);
    }

    pub(super) fn augment(&mut self, mut node: usize, mut other: usize) {
        loop {
            let mate = self.root[self.mate[node]];
            self.set_mate(node, other);
            if mate == 0 {
                return;
            }
            let next = self.root[self.parent[mate]];
            self.set_mate(mate, next);
            (node, other) = (next, mate);
        }
    }

    pub(super) fn common_root(&mut self, mut one: usize, mut other: usize) -> usize {
        self.visit += 1;
        while one != 0 || other != 0 {
            if one != 0 {
                if self.visited[one] == self.visit {
                    return one;
                }
                self.visited[one] = self.visit;
                one = self.root[self.mate[one]];
                if one != 0 {
                    one = self.root[self.parent[one]];
                }
            }
            std::mem::swap(&mut one, &mut other);
        }
        0
    }

    /// The nodes from `from` up to `top`, without it; inner ones become outer.
    fn climb(&mut self, from: usize, top: usize, into: &mut Vec<usize>) {
        let mut node = from;
        while node != top {
            let mate = self.root[self.mate[node]];
            into.extend([node, mate]);
            self.enqueue(mate);
            node = self.root[self.parent[mate]];
        }
    }

    pub(super) fn add_blossom(&mut self, one: usize, top: usize, other: usize) {
        let blossom =
            (self.vertices + 1..=self.nodes).find(|&node| self.root[node] == 0).unwrap_or(self.nodes + 1);
        self.nodes = self.nodes.max(blossom);
        self.potential[blossom] = vec![0; self.width];
        self.label[blossom] = Label::Outer;
        self.mate[blossom] = self.mate[top];
        let mut parts = vec![top];
        self.climb(one, top, &mut parts);
        parts[1..].reverse();
        self.climb(other, top, &mut parts);
        self.parts[blossom].clone_from(&parts);
        self.set_root(blossom, blossom);
        for node in 1..=self.nodes {
            self.edge[blossom][node] = (0, 0);
            self.edge[node][blossom] = (0, 0);
        }
        self.part[blossom].fill(0);
        for part in parts {
            for node in 1..=self.nodes {
                let edge = self.edge[part][node];
                let known = self.edge[blossom][node];
                if edge.0 != 0 && (known.0 == 0 || self.compare(edge, known).is_lt()) {
                    self.edge[blossom][node] = edge;
                    self.edge[node][blossom] = self.edge[node][part];
                }
            }
            for vertex in 1..=self.vertices {
                if self.part[part][vertex] != 0 {
                    self.part[blossom][vertex] = part;
                }
            }
        }
        self.find_slack(blossom);
    }

    pub(super) fn expand_blossom(&mut self, blossom: usize) {
        for part in self.parts[blossom].clone() {
            self.set_root(part, part);
        }
        let entry = self.part[blossom][self.edge[blossom][self.parent[blossom]].0];
        let place = self.even_place(blossom, entry);
        let parts = self.parts[blossom].clone();
        for at in (0..place).step_by(2) {
            let (inner, outer) = (parts[at], parts[at + 1]);
            self.parent[inner] = self.edge[outer][inner].0;
            self.label[inner] = Label::Inner;
            self.label[outer] = Label::Outer;
            self.slack[inner] = 0;
            self.find_slack(outer);
            self.enqueue(outer);
        }
        self.label[entry] = Label::Inner;
        self.parent[entry] = self.parent[blossom];
        for &part in &parts[place + 1..] {
            self.label[part] = Label::Free;
            self.find_slack(part);
        }
        self.root[blossom] = 0;
    }
}
