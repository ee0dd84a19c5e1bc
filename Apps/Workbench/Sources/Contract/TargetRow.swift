/// The kind of one target and what it may import directly.
struct TargetRow: Decodable, Sendable {
    enum Kind: String, Decodable, Sendable {
        /// A layer of the app: imports the layers below it only.
        case module
        /// Implements ports of a module with one technology.
        case adapter
        /// Doubles, fixtures and simulations without a test framework. Never shipped.
        case support
        /// Suites that run on every implementation of a port. They import the test framework. Never shipped.
        case suite
        /// An executable, or the library behind one.
        case app
        /// A test target.
        case test
        /// A target that only tests use.
        case helper

        /// Whether shipped targets must not link it.
        var isForTests: Bool {
            switch self {
            case .module, .adapter, .app: false
            case .support, .suite, .test, .helper: true
            }
        }
    }

    let target: String
    /// The target's folder, from the package's root.
    let path: String
    let kind: Kind
    let reason: String
    /// The targets of this package that it may import.
    let imports: [String]
    /// The packages that it may import. A shipped target owns its packages, or shares them with their owner.
    let packages: [String]
    /// Executables that it starts as child processes, which are dependencies without an import.
    let runs: [String]

    private enum CodingKeys: String, CodingKey {
        case target, path, kind, reason, imports, packages, runs
    }

    init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(besides: CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        target = try container.decode(String.self, forKey: .target)
        path = try container.decode(String.self, forKey: .path)
        kind = try container.decode(Kind.self, forKey: .kind)
        reason = try container.decode(String.self, forKey: .reason)
        imports = try container.decode([String].self, forKey: .imports)
        packages = try container.decodeIfPresent([String].self, forKey: .packages) ?? []
        runs = try container.decodeIfPresent([String].self, forKey: .runs) ?? []
    }

    /// Whether it owns its packages, as shipped targets do: each package has one owner among them.
    var ownsPackages: Bool { !kind.isForTests }

    /// Whether the row or a currency row allows a package's module.
    func mayImport(_ module: String, of package: PackageRow, _ contract: LayerContract) -> Bool {
        lists(package: package.package)
            || contract.currency.contains { $0.module == module && $0.targets.contains(target) }
    }

    func lists(package: String) -> Bool {
        packages.contains { $0.lowercased() == package.lowercased() }
    }
}
