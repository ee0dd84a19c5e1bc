import Files
import Foundation
import HTTPTypes
import Networking
import Primitives

/// The URI of a transfer, the user who requested it, and the digest of its file.
struct TransferTarget: Sendable, Equatable, Codable {
    let resource: Resource
    /// Bytes for one user are never continued for another, whatever the server says.
    let partition: CredentialPartition?
    /// The file's digest, if it is known.
    let digest: String?

    init(_ request: HTTPRequest, of partition: CredentialPartition?, digest: ContentDigest?) {
        resource = Resource(
            RequestTarget(
                scheme: request.scheme ?? "", authority: request.authority ?? "", path: request.path ?? ""))
        self.partition = partition
        self.digest = digest?.description
    }

    /// A URI without its secrets. A path or query may contain a token, so only a fingerprint is stored (FNV-1a): 64
    /// bits distinguish two URIs, and a token of usual length can't be derived from them.
    struct Resource: Sendable, Equatable, Codable {
        let origin: String
        let fingerprint: String

        init(_ target: RequestTarget) {
            origin = "\(target.scheme)://\(target.authority)"
            let hash = target.path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01B3
            }
            fingerprint = String(hash, radix: 16)
        }
    }
}

/// The content of a sidecar file: a record, and the version of its format. Another version is not read, so the transfer
/// restarts.
struct VersionedRecord<Record: Codable>: Codable {
    let version: Int
    let record: Record

    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }

    /// The record in `data`; `nil` for another version, and for a torn or foreign file.
    static func record(in data: Data, version: Int) -> Record? {
        guard let file = try? JSONDecoder().decode(Self.self, from: data), file.version == version else { return nil }
        return file.record
    }
}

extension PosixFile {
    /// As ``locked(_:mode:)``, but tries again if a process holds the lock only for a moment to test it.
    static func lockedByTransfer(_ path: String, mode: mode_t = 0o600) throws(FileError) -> PosixFile {
        for _ in 1..<100 {
            do throws(FileError) {
                return try PosixFile.locked(path, mode: mode)
            } catch {
                guard error.kind == .locked else { throw error }
                sched_yield()
            }
        }
        return try PosixFile.locked(path, mode: mode)
    }
}

extension Call {
    /// Runs a transfer and cancels it at its time limit. A cancelled transfer still saves its record.
    func run<Value: Sendable>(
        within limit: Duration?, _ transfer: @escaping @Sendable () async throws(NetworkError) -> Value
    ) async throws(NetworkError) -> Value {
        guard let limit else { return try await transfer() }
        var limited = self
        try limited.shortenDeadline(to: .total(limit))
        return try await limited.beforeDeadline(transfer)
    }
}

extension CallContext {
    /// Whether the record of an earlier run may belong to another user: the session has a credential, but no partition.
    func isOfUnknownUser(_ owner: CredentialPartition?) -> Bool { credentialProvider != nil && owner == nil }
}
