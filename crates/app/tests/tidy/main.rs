//! Reads the tree and fails on what a machine can know for certain to be out of order.
//!
//! Every check returns its complaints as `FILE:LINE: what is wrong`, so that one run shows them all.
//! The checks themselves are tested with small texts in their own files.

mod articles;
mod layers;
mod lengths;
mod links;
mod tree;
mod words;

use tree::Tree;

fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn no_crate_depends_upward() {
    assert_none(&layers::complaints(&Tree::of_workspace()));
}

#[test]
fn every_link_in_the_documents_leads_somewhere() {
    assert_none(&links::complaints(&Tree::of_workspace()));
}

#[test]
fn rule_books_have_the_same_articles_in_all_languages() {
    assert_none(&articles::untranslated(&Tree::of_workspace()));
}

#[test]
fn the_code_refers_only_to_articles_that_exist() {
    assert_none(&articles::dangling(&Tree::of_workspace()));
}

#[test]
fn no_function_is_longer_than_a_screen() {
    assert_none(&lengths::complaints(&Tree::of_workspace()));
}

#[test]
fn no_file_holds_a_banned_word() {
    assert_none(&words::complaints(&Tree::of_workspace()));
}
