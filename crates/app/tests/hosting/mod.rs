//! The guide for hosts is true: its services, its proxy, and a worker beside a house, as real processes.

mod process;
mod proxy;
mod workers;

use std::path::Path;

use process::guide;

/// The services of the guide, with our own binary in them.
#[test]
fn the_services_of_the_guide_are_some() {
    let blocks: Vec<_> = guide("ini").collect();
    let [house, worker] = &blocks[..] else { panic!("a house and a worker") };
    assert!(house.contains("ExecStart=/usr/bin/daeguk serve ") && worker.contains("ExecStart=/usr/bin/daeguk worker "));
    for (name, unit) in [("daeguk", house), ("daeguk-worker", worker)] {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.service"));
        std::fs::write(&file, unit.replace("/usr/bin/daeguk", env!("CARGO_BIN_EXE_daeguk")))
            .expect("a file of our own");
        let Ok(output) = std::process::Command::new("systemd-analyze").arg("verify").arg(&file).output() else {
            return eprintln!("skipped: there is no systemd-analyze here");
        };
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{name}: {said}");
    }
}

/// The package has the services of the guide.
#[test]
fn the_package_has_the_services_of_the_guide() {
    for (name, told) in ["daeguk", "daeguk-worker"].into_iter().zip(guide("ini")) {
        let packed = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tools/deb/{name}.service"));
        assert_eq!(std::fs::read_to_string(packed).expect("a service"), told, "{name}");
    }
}
