import Synchronization

/// Publishes where in memory a value lies, once.
///
/// It is not generic and hands out an address, because this is what every resolution goes through: asking the runtime
/// for a generic class's metadata, or counting a reference that all threads share, would cost several times what the
/// rest does.
final class Publication: Sendable {
    /// A number, since pointers are not `Sendable`; zero until the value is there, then never changed.
    private let address = Atomic<UInt>(0)

    /// Where the value lies, valid as long as the ``Cell`` that published it. `nil` before.
    var pointer: UnsafeRawPointer? {
        UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring))
    }

    /// What was written before at this address is seen by whoever reads ``pointer``. To be called once.
    func publish(_ pointer: UnsafeRawPointer) {
        address.store(UInt(bitPattern: pointer), ordering: .releasing)
    }
}
