//! The laws of a tree of variations.

use super::assert_same;
use crate::rng::SplitMix;
use crate::{Entry, Match, NodeId, Position, Record, Tree, Variations as _};

const BRANCHES: usize = 5;
const BRANCH_DEEDS: usize = 20;
const LOOKS: usize = 8;

/// Whatever way leads to a node, the game there is what a fresh one is after the same deeds; and
/// deleting takes just what follows.
pub(super) fn assert_variations<P: Position>(game: &Match<P>, rng: &mut SplitMix) {
    let mut tree = Tree::new(game);
    let line = tree.main_line();
    assert_eq!(tree.game().record(), game.record(), "a game is the main line of its tree");
    let mut nodes = vec![NodeId::ROOT];
    nodes.extend(&line);
    for _ in 0..BRANCHES {
        let from = *rng.pick(&nodes).expect("there is a root");
        grow(&mut tree, from, &mut nodes, rng);
    }
    for _ in 0..LOOKS {
        let node = *rng.pick(&nodes).expect("there is a root");
        assert_node(&mut tree, node, &game.record());
    }
    assert!(tree.main_line().starts_with(&line), "variations come after the main line");
    if let Some(node) = line.get(line.len() / 2) {
        assert_promotion(&mut tree, *node, &nodes);
        assert_deletion(&mut tree, *node, &nodes, &game.record());
    }
}

/// Some deeds from a node; those that are there already lead where they led before.
fn grow<P: Position>(tree: &mut Tree<P>, from: NodeId, nodes: &mut Vec<NodeId>, rng: &mut SplitMix) {
    tree.go_to(from).expect("a node of the tree");
    for _ in 0..BRANCH_DEEDS {
        let legal = tree.game().legal();
        let Some(action) = rng.pick(&legal).filter(|_| tree.game().turn().is_some()) else { return };
        let before = tree.current();
        let Ok(node) = tree.act(&action.to_string()) else { return };
        assert_eq!(tree.current(), node);
        tree.go_to(before).expect("the node before");
        assert_eq!(tree.act(&action.to_string()), Ok(node), "the same deed leads to the same node");
        if !nodes.contains(&node) {
            nodes.push(node);
        }
    }
}

fn assert_node<P: Position>(tree: &mut Tree<P>, node: NodeId, record: &Record) {
    let up = |id: &NodeId| tree.parent(*id);
    let mut entries: Vec<Entry> =
        std::iter::successors(Some(node), up).filter_map(|id| tree.entry(id).cloned()).collect();
    entries.reverse();
    assert_eq!(tree.depth(node), Some(entries.len()));
    let fresh = Match::<P>::replay(&Record { entries, ..record.clone() }).expect("a way of the tree is a game");
    tree.go_to(node).expect("a node of the tree");
    assert_same(tree.game(), &fresh);
}

fn assert_promotion<P: Position>(tree: &mut Tree<P>, node: NodeId, nodes: &[NodeId]) {
    let siblings = |tree: &Tree<P>| tree.parent(node).map(|parent| tree.children(parent).to_vec()).unwrap_or_default();
    let before = siblings(tree);
    let last = *before.last().expect("it is its own sibling");
    tree.promote(last).expect("a node of the tree");
    assert_eq!((siblings(tree).first(), siblings(tree).len()), (Some(&last), before.len()));
    assert!(nodes.iter().all(|node| tree.depth(*node).is_some()), "promoting loses nothing");
}

fn assert_deletion<P: Position>(tree: &mut Tree<P>, node: NodeId, nodes: &[NodeId], record: &Record) {
    let below =
        |tree: &Tree<P>, id: NodeId| std::iter::successors(Some(id), |id| tree.parent(*id)).any(|id| id == node);
    let (gone, kept): (Vec<_>, Vec<_>) = nodes.iter().copied().partition(|id| below(tree, *id));
    tree.go_to(*gone.last().expect("the node itself")).expect("a node of the tree");
    let parent = tree.parent(node).expect("it is not the root");
    tree.delete(node).expect("a node of the tree");
    assert_eq!(tree.current(), parent, "whoever stood there stands before it");
    assert!(gone.iter().all(|id| tree.depth(*id).is_none() && tree.go_to(*id).is_err()));
    assert!(tree.delete(NodeId::ROOT).is_err() && tree.delete(node).is_err());
    for node in kept.into_iter().rev().take(2) {
        assert_node(tree, node, record);
    }
}
