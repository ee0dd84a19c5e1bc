/// The layer contract: the targets, what each may import, and why. Docs/layers.json states it.
///
/// The contract is data. Each rule in the `Rules` folder enforces one of its lists.
struct LayerContract: Decodable, Sendable {
    /// Every target, bottom-up: a row may name only rows above it.
    let targets: [TargetRow]
    /// Every third-party package and the modules that it offers.
    let packages: [PackageRow]
    /// Packages that shipped targets other than their owner may use.
    let sharedPackages: [SharedPackagesRow]
    /// The target that chooses the adapters: no other shipped target imports one.
    let compositionRoot: String
    /// Modules of packages whose types ports use, so that implementations and doubles import them too.
    let currency: [CurrencyRow]
    /// The modules of the toolchain and the platforms.
    let systemModules: [SystemModulesRow]
    /// Code and literals that some modules must not contain.
    let words: [WordRow]
    /// The targets whose public declarations have documentation.
    let documented: Scope
    /// Names of types, from outside this workspace, whose instances are mutable shared state.
    let mutableTypes: [String]
    /// The maximum of `@unchecked Sendable` in the workspace.
    let uncheckedSendableLimit: Int
    /// Swift files outside every target of this package.
    let outside: [OutsideRow]
    /// Intended breaches.
    let exceptions: [ExceptionRow]

    func row(of target: String) -> TargetRow? {
        targets.first { $0.target == target }
    }

    /// The package that offers a module.
    func package(offering module: String) -> PackageRow? {
        packages.first { $0.modules.contains(module) }
    }

    func systemModules(containing module: String) -> SystemModulesRow? {
        systemModules.first { $0.modules.contains(module) }
    }
}
