/// The layer contract: which targets there are, what each may use and why, as Docs/layers.json states it.
///
/// Everything here is data. A rule in the `Rules` folder says how a list is judged; the lists say what holds in this
/// workspace.
struct LayerContract: Decodable, Sendable {
    /// Every target, bottom-up: a row may name only rows above it.
    let targets: [TargetRow]
    /// Every third-party package and the modules that it offers.
    let packages: [PackageRow]
    /// Modules of a package that its owner's ports speak, so that the ports' implementers and doubles import them too.
    let currency: [CurrencyRow]
    /// The modules of the toolchain and the platforms.
    let systemModules: [SystemModulesRow]
    /// Words and literals that do not belong in some rooms.
    let words: [WordRow]
    /// Names of types, from outside this workspace, whose instances are mutable shared state.
    let mutableTypes: [String]
    /// How many `@unchecked Sendable` the whole workspace may hold.
    let uncheckedSendableLimit: Int
    /// Swift files that belong to no target of this package.
    let outside: [OutsideRow]
    /// Breaches that are meant.
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
