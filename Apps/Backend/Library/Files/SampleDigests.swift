import Crypto
import Foundation

/// The digests of the files asked for lately: hashing is the only slow thing about a sample.
actor SampleDigests {
    private var digests: [Int: Data] = [:]
    /// The sizes in ``digests``, the one computed longest ago first.
    private var order: [Int] = []

    private static let capacity = 32

    func digest(of file: SampleFile) async -> Data {
        if let known = digests[file.size] { return known }
        let digest = Data(await file.digest())
        // Somebody else may have come to the same result meanwhile.
        if digests.updateValue(digest, forKey: file.size) == nil { order.append(file.size) }
        if order.count > Self.capacity { digests[order.removeFirst()] = nil }
        return digest
    }
}
