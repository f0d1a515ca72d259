//! The proxy of the guide: a real nginx with its words, before a real house.

use std::path::Path;
use std::process::{Command, Stdio};

use super::process::{Running, Socket, ask, free_port, guide, house};

/// The server of the guide within what nginx needs around it.
fn configuration(folder: &Path, server: &str) -> String {
    let folder = folder.display();
    let temporary =
        ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(|kind| format!("{kind}_temp_path {folder}/{kind};"));
    format!(
        "daemon off; master_process off; pid {folder}/nginx.pid; error_log stderr; events {{}}\nhttp {{ access_log off; {}\n{server}\n}}\n",
        temporary.join(" ")
    )
}

fn nginx(folder: &Path, name: &str, server: &str) -> Command {
    let file = folder.join(name);
    std::fs::write(&file, configuration(folder, server)).expect("a file of our own");
    let mut nginx = Command::new("nginx");
    nginx.arg("-p").arg(folder).arg("-c").arg(&file).stdin(Stdio::null()).stderr(Stdio::piped());
    nginx
}

/// With a certificate of our own, if there is a program that makes one.
fn is_accepted_as_it_stands(folder: &Path, server: &str) {
    let (certificate, key) = (folder.join("fullchain.pem"), folder.join("privkey.pem"));
    let mut make = Command::new("openssl");
    make.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=janggi.example.org"]);
    let done = make.arg("-out").arg(&certificate).arg("-keyout").arg(&key).stderr(Stdio::null()).status();
    if !done.is_ok_and(|status| status.success()) {
        return eprintln!("skipped: there is no openssl here to make a certificate");
    }
    let own = server.replace("/etc/letsencrypt/live/janggi.example.org", &folder.display().to_string());
    let said = nginx(folder, "tls.conf", &own).arg("-t").output().expect("nginx");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
}

#[test]
fn the_proxy_of_the_guide_lets_requests_and_sockets_through() {
    if Command::new("nginx").arg("-v").stderr(Stdio::null()).status().is_err() {
        return eprintln!("skipped: there is no nginx here");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let server = guide("nginx").next().expect("a proxy");
    is_accepted_as_it_stands(folder.path(), &server);
    let (_house, address) = house(&folder.path().join("data"), &["--proxy", "127.0.0.1"]);
    let (port, is_of_tls) = (free_port(), |line: &&str| line.contains("ssl_certificate"));
    let plain: Vec<_> = server.lines().filter(|line| !is_of_tls(line)).collect();
    let plain = plain.join("\n").replace("listen 443 ssl;", &format!("listen 127.0.0.1:{port};"));
    let plain = plain.replace("127.0.0.1:8080", &address);
    assert!(plain.contains(&address) && plain.contains(&port.to_string()), "{plain}");
    let _nginx = Running::of(nginx(folder.path(), "plain.conf", &plain).stderr(Stdio::null()));
    let proxy = format!("127.0.0.1:{port}");
    let well = ask(&proxy, "GET", "/healthz", "", None);
    assert_eq!((well.status, well.body.trim()), (200, "ok"), "{}", well.head);
    let me = ask(&proxy, "GET", "/api/me", "", None);
    assert!(me.head.contains("Server: nginx") && me.cookie().is_some(), "{}", me.head);
    let mut socket = Socket::open(&proxy, "/api/socket", "");
    socket.send("p");
    while socket.hear() != "0" {}
}
