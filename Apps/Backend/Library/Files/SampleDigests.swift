import Crypto
import Foundation

/// A cache of file digests, because hashing is the only slow part of a download.
actor SampleDigests {
    private var digests: [Int: Data] = [:]
    /// The sizes in ``digests``, oldest first.
    private var order: [Int] = []

    private static let capacity = 32

    func digest(of file: SampleFile) async -> Data {
        if let known = digests[file.size] { return known }
        let digest = Data(await file.digest())
        // Another request may have computed the same digest in the meantime.
        if digests.updateValue(digest, forKey: file.size) == nil { order.append(file.size) }
        if order.count > Self.capacity { digests[order.removeFirst()] = nil }
        return digest
    }
}
