import Foundation
import NIOCore
import NIOFoundationCompat

extension Data {
    /// The bytes of `buffer`. They are shared if they fill at least half of its allocation. Fewer bytes are copied,
    /// because sharing them would hold the whole allocation in memory.
    init(sharing buffer: ByteBuffer) {
        let strategy: ByteBuffer.ByteTransferStrategy =
            buffer.readableBytes * 2 >= buffer.storageCapacity ? .noCopy : .copy
        self.init(buffer: buffer, byteTransferStrategy: strategy)
    }
}
