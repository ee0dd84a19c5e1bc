import Synchronization

/// Publishes the address of a created value to readers that take no lock.
///
/// The class is neither generic nor open, so that the compiler reads it without reference counting, which would slow
/// down concurrent readers.
final class Publication: Sendable {
    /// 0 until the value is created. Afterwards it does not change.
    let address = Atomic<UInt>(0)
}

/// A ``Cell`` without its value type.
protocol AnyCell: AnyObject, Sendable {
    /// The published address is valid as long as the cell.
    var publication: Publication { get }

    /// Returns when no creation is in progress.
    func waitForCreation() async
}

/// Creates one value at most once and stores it.
final class Cell<Value: Sendable>: AnyCell {
    private typealias Creation = Task<Result<Value, ResolutionError>, Never>

    /// `nil` for a seed, whose value exists from the start.
    private let factory: Factory<Value>?
    private let creation = Mutex<Creation?>(nil)
    let publication = Publication()

    init(_ factory: Factory<Value>) {
        self.factory = factory
    }

    init(seed value: Value) {
        factory = nil
        publish(value)
    }

    deinit {
        if let value { UnsafeMutablePointer(mutating: value).deinitialize(count: 1).deallocate() }
    }

    private var value: UnsafePointer<Value>? {
        UnsafePointer(bitPattern: publication.address.load(ordering: .acquiring))
    }

    /// Returns the value. The first call creates it in a task, and all calls wait for that task.
    ///
    /// - Returns: `nil` if `store` creates no more values for `requester`.
    func resolve(
        in store: ValueStore, for requester: ValueStore.Requester
    ) async throws(ResolutionError) -> Value? {
        if let value { return value.pointee }
        if Task.isCancelled { throw .cancelled }
        let creation = creation.withLock { creation in
            // A shutdown closes the store before it takes this lock, so it misses no creation.
            if creation == nil, value == nil, let factory, !store.refuses(requester) {
                creation = Task { await create(with: factory, in: store) }
            }
            return creation
        }
        guard let creation else { return value?.pointee }
        return try await creation.value.get()
    }

    func waitForCreation() async {
        _ = await creation.withLock { $0 }?.value
    }

    private func create(with factory: Factory<Value>, in store: ValueStore) async -> Result<Value, ResolutionError> {
        defer { creation.withLock { $0 = nil } }
        do {
            let value = try await factory.create(store)
            // Recorded before the value is visible, so that the values that need it are recorded later.
            if let shutDown = factory.shutDown {
                store.recordCreation(of: factory.node) { try await shutDown(value) }
            }
            publish(value)
            return .success(value)
        } catch {
            return .failure(error)
        }
    }

    private func publish(_ value: Value) {
        let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        copy.initialize(to: value)
        publication.address.store(UInt(bitPattern: copy), ordering: .releasing)
    }
}
