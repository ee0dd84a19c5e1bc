/// The cost of one scrypt run (RFC 7914, section 2). Each hash is stored with its cost, so you can raise it at any
/// time.
public struct PasswordCost: Equatable, Sendable {
    /// CPU and memory cost, N: a power of 2.
    public var rounds: Int
    /// Block size, r.
    public var blockSize: Int
    /// Parallelization, p.
    public var parallelism: Int

    /// A cost from the three parameters of RFC 7914.
    public init(rounds: Int, blockSize: Int, parallelism: Int) {
        self.rounds = rounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// N = 2¹⁵, r = 8, p = 3 with 32 MiB: one of the equivalent minimums in OWASP's cheat sheet on password storage.
    /// The alternatives with a smaller p require up to four times the memory.
    public static let standard = PasswordCost(rounds: 1 << 15, blockSize: 8, parallelism: 3)

    /// The minimum that scrypt accepts. It protects no password; use it to save time in tests.
    public static let negligible = PasswordCost(rounds: 2, blockSize: 1, parallelism: 1)

    /// The memory of one run, in bytes.
    public var memory: Int { 128 * rounds * blockSize }

    /// Whether scrypt can run at this cost within 1 GiB. The costs of stored hashes are checked too.
    var isValid: Bool {
        (2...(1 << 24)).contains(rounds) && rounds.nonzeroBitCount == 1
            && (1...32).contains(blockSize) && (1...16).contains(parallelism) && memory <= 1 << 30
    }
}
