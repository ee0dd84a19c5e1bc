import Foundation
import NIOCore
import NIOFoundationCompat

extension Data {
    /// The bytes of `buffer`: without a copy if they are most of what it has allocated, otherwise as a copy, for a few bytes
    /// would keep all of it in memory.
    init(sharing buffer: ByteBuffer) {
        let strategy: ByteBuffer.ByteTransferStrategy =
            buffer.readableBytes * 2 >= buffer.storageCapacity ? .noCopy : .copy
        self.init(buffer: buffer, byteTransferStrategy: strategy)
    }
}
