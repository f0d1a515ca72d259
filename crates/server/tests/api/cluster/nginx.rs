//! The proxy of the guide for hosts, in front of real nodes.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use super::client::Doors;
use super::node::Node;
use super::{told, until};

/// Debian's nginx, set up as the guide for hosts says.
pub(super) struct Nginx {
    child: Child,
    _folder: tempfile::TempDir,
    address: SocketAddr,
}

impl Nginx {
    fn before(nodes: &[Node]) -> Option<Self> {
        const GUIDE: &str = include_str!("../../../../../docs/hosting.md");
        if Command::new("nginx").arg("-v").stderr(Stdio::null()).status().is_err() {
            told("skipped: nginx is not installed");
            return None;
        }
        let address = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port");
        let from = GUIDE.find("map $uri $daeguk_key").expect("the guide has it");
        let block = &GUIDE[from..from + GUIDE[from..].find("```").expect("an end")];
        let block = block.replace("listen 8080", &format!("listen {address}"));
        let block = block.replace("127.0.0.1:8081", &nodes[0].address.to_string());
        let block = block.replace("127.0.0.1:8082", &nodes[1].address.to_string());
        let folder = tempfile::tempdir().expect("a folder");
        let text = format!("events {{ worker_connections 4096; }}\nhttp {{ access_log off;\n{block}}}\n");
        std::fs::write(folder.path().join("nginx.conf"), text).expect("written");
        let mut command = Command::new("nginx");
        command.arg("-p").arg(folder.path()).args([
            "-c",
            "nginx.conf",
            "-g",
            "daemon off; pid nginx.pid; error_log error.log;",
        ]);
        let child = command.stderr(Stdio::null()).spawn().expect("nginx");
        Some(Self { child, _folder: folder, address })
    }

    async fn ready(&self) {
        until(|| async { tokio::net::TcpStream::connect(self.address).await.ok() }).await;
    }

    /// The one door, or without an nginx those of the nodes.
    pub(super) async fn doors(nodes: &[Node]) -> (Option<Self>, Doors) {
        let Some(nginx) = Self::before(nodes) else { return (None, Doors::of(nodes)) };
        nginx.ready().await;
        let doors = Doors::only(nginx.address);
        (Some(nginx), doors)
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}
