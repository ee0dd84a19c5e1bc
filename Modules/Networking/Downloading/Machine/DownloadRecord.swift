import Foundation
import HTTPTypes

/// What the sidecar of a partial file says about it: enough to continue, and nothing that was secret.
struct DownloadRecord: Sendable, Equatable, Codable {
    /// Where the bytes are from.
    let target: Target
    let validator: StrongEntityTag
    /// In bytes; `nil` while the server has not said.
    var total: Int64?
    /// So many bytes had reached the disk before this was written. Bytes behind them may be lost or torn after a crash.
    var durable: Int64

    /// The place of a file, who asked for it, and which content is wanted of it.
    struct Target: Sendable, Equatable, Codable {
        let origin: String
        /// What one user was sent is never continued for another, whatever the validators say.
        let partition: CredentialPartition?
        /// See ``init(_:expecting:)``.
        let fingerprint: String
        /// The expected digest, if there is one.
        let digest: String?

        /// A path or query may hold a token, so only a fingerprint of it is kept (FNV-1a): 64 bits tell two targets apart, and
        /// a token of usual length can't be guessed from them.
        init(_ request: HTTPRequest, of partition: CredentialPartition?, expecting digest: ContentDigest?) {
            self.partition = partition
            origin = "\(request.scheme ?? "")://\(request.authority ?? "")".lowercased()
            let hash = (request.path ?? "").utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01B3
            }
            fingerprint = String(hash, radix: 16)
            self.digest = digest?.description
        }
    }
}

extension DownloadRecord {
    /// Of the file's form. Another version is not read: the file then begins anew.
    private static var version: Int { 2 }

    /// `nil` for anything that this version would not have written, the torn and the foreign included.
    init?(_ data: Data) {
        guard let file = try? JSONDecoder().decode(Versioned.self, from: data), file.version == Self.version,
            file.record.durable >= 0, file.record.durable <= file.record.total ?? .max
        else { return nil }
        self = file.record
    }

    /// For the sidecar.
    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(Versioned(version: Self.version, record: self))
    }

    private struct Versioned: Codable {
        let version: Int
        let record: DownloadRecord
    }
}
