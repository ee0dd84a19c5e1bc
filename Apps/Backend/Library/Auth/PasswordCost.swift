/// What one scrypt run costs (RFC 7914, section 2). It is stored with every hash, so it can be raised at any time:
/// older passwords stay good at their own cost.
public struct PasswordCost: Equatable, Sendable {
    /// CPU and memory cost, N: a power of 2.
    public var rounds: Int
    /// Block size, r.
    public var blockSize: Int
    /// Parallelisation, p.
    public var parallelism: Int

    /// The three parameters of RFC 7914.
    public init(rounds: Int, blockSize: Int, parallelism: Int) {
        self.rounds = rounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// N = 2¹⁵, r = 8, p = 3: one of the equally strong minimums that OWASP's cheat sheet on password storage names,
    /// in 32 MiB. The ones with a smaller p want up to four times the memory.
    public static let standard = PasswordCost(rounds: 1 << 15, blockSize: 8, parallelism: 3)

    /// The least that scrypt can be run at. It protects nobody: for tests, which would wait longer for passwords than
    /// for all the rest.
    public static let negligible = PasswordCost(rounds: 2, blockSize: 1, parallelism: 1)

    /// The memory of one run, in bytes.
    public var memory: Int { 128 * rounds * blockSize }

    /// Whether scrypt can be run at this cost, within 1 GiB. Hashes from the database are asked this too.
    var isValid: Bool {
        (2...(1 << 24)).contains(rounds) && rounds.nonzeroBitCount == 1
            && (1...32).contains(blockSize) && (1...16).contains(parallelism) && memory <= 1 << 30
    }
}
