/// The names that `make` accepts.
struct Makefile: Sendable {
    let targets: Set<String>

    /// Reads the explicit rules. Recipes, assignments and special targets such as `.PHONY` are ignored.
    init(text: String) {
        var targets: Set<String> = []
        for line in text.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":"), !line.hasPrefix("\t"), !line.hasPrefix("#") else { continue }
            let names = line[..<colon]
            let behind = line[line.index(after: colon)...]
            guard !names.contains("="), !behind.hasPrefix("="), !behind.hasPrefix(":=") else { continue }
            targets.formUnion(names.split(separator: " ").map(String.init).filter { !$0.hasPrefix(".") })
        }
        self.targets = targets
    }
}
