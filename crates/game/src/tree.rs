//! A game with its variations: what analysis, lessons and studies walk through.

use std::sync::Arc;

use crate::scroll::{Mark, RUNG, Rung, Scroll, Told};
use crate::{Entry, Match, Moment, Position, Refusal, Table};

/// The most nodes of a tree, so that nobody grows one without bound.
pub const NODES_MAX: usize = 20_000;

/// A place in a tree. It means the same as long as the tree lives, whatever is added or deleted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// Where every tree begins.
    pub const ROOT: Self = Self(0);

    /// The number of the node, for those who send it.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The node of a number; whether a tree has it is the tree's business.
    #[must_use]
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A tree of variations of some game. One node is the current one; its first children are the main
/// line.
pub trait Variations: Send {
    /// The game as it stands at the current node.
    fn table(&self) -> &dyn Table;
    /// The current node.
    fn current(&self) -> NodeId;
    /// How many deeds lead to a node; `None` if there is no such node.
    fn depth(&self, node: NodeId) -> Option<usize>;
    /// The node before; none before the root.
    fn parent(&self, node: NodeId) -> Option<NodeId>;
    /// What may follow, the main line first.
    fn children(&self, node: NodeId) -> &[NodeId];
    /// What was done to come here, with its notes; nothing at the root.
    fn entry(&self, node: NodeId) -> Option<&Entry>;
    /// From the root along the first children to the end, without the root.
    fn main_line(&self) -> Vec<NodeId>;
    /// Makes a node the current one. It costs a kept position and a few deeds, and the copying of
    /// what led there if the way there is a new one.
    ///
    /// # Errors
    /// `E_NODE` if there is no such node.
    fn go_to(&mut self, node: NodeId) -> Result<(), Refusal>;
    /// Does what the text says at the current node, on a way that is there already or on a new
    /// one, and goes there.
    ///
    /// # Errors
    /// Which rule forbids it, or `E_LENGTH` if the tree is full; then nothing has changed.
    fn act(&mut self, text: &str) -> Result<NodeId, Refusal>;
    /// Makes a node the first of its siblings.
    ///
    /// # Errors
    /// `E_NODE` if there is no such node.
    fn promote(&mut self, node: NodeId) -> Result<(), Refusal>;
    /// Deletes a node and all that follows it. Whoever stood there stands before it then.
    ///
    /// # Errors
    /// `E_NODE` if there is no such node or it is the root.
    fn delete(&mut self, node: NodeId) -> Result<(), Refusal>;
}

/// The [`Variations`] of one game.
#[derive(Debug)]
pub struct Tree<P: Position> {
    /// Deleted nodes leave a gap, so that the others keep their numbers.
    nodes: Vec<Option<Node<P>>>,
    current: NodeId,
    game: Match<P>,
    /// The last way that was walked to its end: going back and forth on it copies nothing.
    line: (NodeId, Match<P>),
}

#[derive(Debug)]
struct Node<P> {
    parent: NodeId,
    children: Vec<NodeId>,
    depth: usize,
    entry: Entry,
    told: Option<Told>,
    /// What the past has to remember of it.
    moments: Vec<Moment>,
    /// Every so many deeds the position is kept.
    rung: Option<Rung<P>>,
}

impl<P: Position> Tree<P> {
    /// A game becomes the main line of a tree; its last position is the current one.
    ///
    /// # Panics
    /// Never: what was accepted once is accepted again.
    #[must_use]
    pub fn new(game: &Match<P>) -> Self {
        let start = game.rewound(0);
        let root = Node::new(NodeId::ROOT, 0, Entry::default(), &start, Mark::default());
        let mut tree =
            Self { nodes: vec![Some(root)], current: NodeId::ROOT, line: (NodeId::ROOT, start.clone()), game: start };
        for entry in game.entries() {
            let node = tree.step(&entry.deed).expect("an accepted deed is accepted again");
            if let Some(node) = tree.nodes[node.index()].as_mut() {
                node.entry.clone_from(entry);
            }
        }
        tree
    }

    /// The game as it stands at the current node.
    #[must_use]
    pub const fn game(&self) -> &Match<P> {
        &self.game
    }

    fn node(&self, id: NodeId) -> Option<&Node<P>> {
        self.nodes.get(id.index())?.as_ref()
    }

    fn known(&self, id: NodeId) -> Result<&Node<P>, Refusal> {
        self.node(id).ok_or_else(|| Refusal::new("E_NODE", format!("the tree has no node {}", id.0)))
    }

    /// From a node back to the root, which is left out.
    fn way_back(&self, from: NodeId) -> impl Iterator<Item = (NodeId, &Node<P>)> {
        let next = |node: &Node<P>| Some((node.parent, self.node(node.parent)?));
        std::iter::successors(self.node(from).map(|node| (from, node)), move |(_, node)| next(node))
            .take_while(|(id, _)| *id != NodeId::ROOT)
    }

    /// The game as it stands at a node, played again from the last kept position before it.
    fn game_at(&self, id: NodeId, depth: usize) -> Match<P> {
        let mut way: Vec<_> = self.way_back(id).map(|(_, node)| node).collect();
        way.extend(self.node(NodeId::ROOT));
        let mut scroll = Scroll::new(self.game.start_state().to_owned());
        for node in way.into_iter().rev() {
            if node.depth > 0 {
                scroll.add(node.entry.clone(), node.told.clone());
            }
            scroll.moments.extend(&node.moments);
            scroll.rungs.extend(node.rung.clone());
        }
        Match::on_scroll(self.game.rules().clone(), Arc::new(scroll), depth)
    }

    /// Does one deed at the current node.
    fn step(&mut self, deed: &str) -> Result<NodeId, Refusal> {
        let is_it = |child: &&NodeId| self.node(**child).is_some_and(|node| node.entry.deed == deed);
        if let Some(child) = self.children(self.current).iter().find(is_it) {
            let child = *child;
            self.go_to(child)?;
            return Ok(child);
        }
        if self.nodes.len() >= NODES_MAX {
            return Err(Refusal::new("E_LENGTH", format!("a tree has at most {NODES_MAX} nodes")));
        }
        let before = self.game.mark();
        self.game.act(deed)?;
        Ok(self.grow(before))
    }

    /// Adds the last deed of the game as a child of the current node and goes there.
    fn grow(&mut self, before: Mark) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let entry = self.game.entries().last().cloned().unwrap_or_default();
        self.nodes.push(Some(Node::new(self.current, before.deeds + 1, entry, &self.game, before)));
        if let Some(parent) = self.nodes[self.current.index()].as_mut() {
            parent.children.push(id);
        }
        self.current = id;
        self.line = (id, self.game.clone());
        id
    }
}

impl<P: Position> Node<P> {
    /// The node of a game that has just done its last deed, and stood at `before` until then.
    fn new(parent: NodeId, depth: usize, entry: Entry, game: &Match<P>, before: Mark) -> Self {
        let (scroll, mark) = (game.scroll(), game.mark());
        let keeps = depth.is_multiple_of(RUNG);
        Self {
            parent,
            children: Vec::new(),
            depth,
            entry,
            told: depth.checked_sub(1).and_then(|deed| scroll.told(deed).cloned()),
            moments: scroll.moments[before.moments..mark.moments].to_vec(),
            rung: keeps.then(|| Rung { position: game.position().clone(), mark }),
        }
    }
}

impl<P: Position> Variations for Tree<P> {
    fn table(&self) -> &dyn Table {
        &self.game
    }

    fn current(&self) -> NodeId {
        self.current
    }

    fn depth(&self, node: NodeId) -> Option<usize> {
        self.node(node).map(|node| node.depth)
    }

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).filter(|_| node != NodeId::ROOT).map(|node| node.parent)
    }

    fn children(&self, node: NodeId) -> &[NodeId] {
        self.node(node).map_or(&[], |node| &node.children)
    }

    fn entry(&self, node: NodeId) -> Option<&Entry> {
        self.node(node).filter(|_| node != NodeId::ROOT).map(|node| &node.entry)
    }

    fn main_line(&self) -> Vec<NodeId> {
        let first = |id: &NodeId| self.children(*id).first().copied();
        std::iter::successors(first(&NodeId::ROOT), first).collect()
    }

    fn go_to(&mut self, node: NodeId) -> Result<(), Refusal> {
        let depth = self.known(node)?.depth;
        let on_line = node == NodeId::ROOT || self.way_back(self.line.0).any(|(id, _)| id == node);
        if !on_line {
            self.line = (node, self.game_at(node, depth));
        }
        self.game = self.line.1.rewound(depth);
        self.current = node;
        Ok(())
    }

    fn act(&mut self, text: &str) -> Result<NodeId, Refusal> {
        // A text may stand for several deeds: all are done, or none.
        let mut ahead = self.game.clone();
        ahead.act(text)?;
        let fresh = &ahead.entries()[self.game.entries().len()..];
        if self.nodes.len() + fresh.len() > NODES_MAX {
            return Err(Refusal::new("E_LENGTH", format!("a tree has at most {NODES_MAX} nodes")));
        }
        for entry in fresh {
            self.step(&entry.deed)?;
        }
        Ok(self.current)
    }

    fn promote(&mut self, node: NodeId) -> Result<(), Refusal> {
        let parent = self.known(node)?.parent;
        if let Some(parent) = self.nodes[parent.index()].as_mut()
            && let Some(place) = parent.children.iter().position(|child| *child == node)
        {
            parent.children[..=place].rotate_right(1);
        }
        Ok(())
    }

    fn delete(&mut self, node: NodeId) -> Result<(), Refusal> {
        let parent = self.known(node)?.parent;
        if node == NodeId::ROOT {
            return Err(Refusal::new("E_NODE", "the root of a tree stays"));
        }
        if self.way_back(self.current).any(|(id, _)| id == node) {
            self.go_to(parent)?;
        }
        if self.way_back(self.line.0).any(|(id, _)| id == node) {
            self.line = (self.current, self.game.clone());
        }
        if let Some(parent) = self.nodes[parent.index()].as_mut() {
            parent.children.retain(|child| *child != node);
        }
        let mut doomed = vec![node];
        while let Some(id) = doomed.pop() {
            doomed.extend(self.nodes[id.index()].take().into_iter().flat_map(|node| node.children));
        }
        Ok(())
    }
}
