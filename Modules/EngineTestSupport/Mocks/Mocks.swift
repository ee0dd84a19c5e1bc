public import HTTPCaching
public import Networking
import Synchronization

/// The error for a call of a double for which the test has set up no response. It contains the call and the line that
/// created the double.
///
/// If a port has a typed error, the double throws that error with this description as its reason. Code under test may
/// ignore the error, so a test run can also observe every unexpected call.
public struct UnexpectedCall: Error, Sendable, Equatable, CustomStringConvertible {
    /// The call, such as `CredentialStorage.save(_:)`.
    public let name: String
    /// The `#fileID` of the source file that created the double.
    public let file: String
    /// The line that created the double.
    public let line: Int

    public var description: String {
        "\(name) was called, but the double made at \(file):\(line) is not set up for it."
    }

    @TaskLocal static var observer: (@Sendable (UnexpectedCall) -> Void)?

    /// Runs `work`. `observer` receives each unexpected call of the doubles that `work` creates, in whatever task it
    /// happens.
    public static func withObserver(
        _ observer: @escaping @Sendable (UnexpectedCall) -> Void, perform work: () async throws -> Void
    ) async rethrows {
        try await $observer.withValue(observer, operation: work)
    }
}

/// The source location that created a double. The errors of its unexpected calls contain it.
package struct DoubleOrigin: Sendable {
    private let file: String
    private let line: Int
    private let observer: (@Sendable (UnexpectedCall) -> Void)?

    /// - Parameters:
    ///   - file: the `#fileID` of the source file.
    ///   - line: the line number.
    package init(file: String, line: Int) {
        self.file = file
        self.line = line
        observer = UnexpectedCall.observer
    }

    /// Creates the error for a call without a response, and passes it to the observer.
    ///
    /// - Parameter name: the call, such as `CredentialStorage.save(_:)`.
    package func unexpectedCall(_ name: String) -> UnexpectedCall {
        let call = UnexpectedCall(name: name, file: file, line: line)
        observer?(call)
        return call
    }
}

/// A port's error that can report a call for which a mock has no response.
public protocol UnexpectedCallFailure: Error {
    /// An error whose reason is the description of `call`.
    init(unexpected call: UnexpectedCall)
}

extension CredentialStorageError: UnexpectedCallFailure {
    public init(unexpected call: UnexpectedCall) { self.init(reason: call.description) }
}

extension ResponseCacheStorageError: UnexpectedCallFailure {
    public init(unexpected call: UnexpectedCall) { self.init(reason: call.description) }
}

/// The response that a test sets up for one method of a mock.
///
/// ```swift
/// let storage = MockCredentialStorage(
///     load: .value(nil), save: .error(CredentialStorageError(reason: "the disk is full")))
/// ```
public enum MockResponse<Arguments, Value: Sendable, Failure: Error>: Sendable {
    /// Every call returns this value.
    case value(Value)
    /// Every call throws this error.
    case error(Failure)
    /// Every call runs this closure with the method's arguments.
    case closure(@Sendable (Arguments) async throws(Failure) -> Value)

    /// The response that a test has set up; without one, `call` makes the same call on `base`. `nil` if there is no base
    /// either.
    ///
    /// ```swift
    /// loadResponse = .of(load, base) { base, _ throws(CredentialStorageError) in try await base.load() }
    /// ```
    public static func of<Base: Sendable>(
        _ response: Self?, _ base: Base?,
        _ call: @escaping @Sendable (Base, Arguments) async throws(Failure) -> Value
    ) -> Self? {
        response ?? base.map { base in .closure { arguments throws(Failure) in try await call(base, arguments) } }
    }

    /// Responds to a call with these arguments.
    public func callAsFunction(_ arguments: Arguments) async throws(Failure) -> Value {
        switch self {
        case .value(let value): value
        case .error(let error): throw error
        case .closure(let run): try await run(arguments)
        }
    }
}

extension MockResponse where Value == Void {
    /// Every call succeeds.
    public static var success: Self { .value(()) }
}

/// The calls of one mock, and the error of a call that has no response.
///
/// A mock has one recorder, one `MockResponse` for each method, and calls `respond` in each of them.
public final class MockRecorder<Call: Sendable>: Sendable {
    private let port: String
    private let origin: DoubleOrigin
    private let recorded = Mutex<[Call]>([])

    /// - Parameters:
    ///   - port: the protocol that the mock implements, for errors.
    ///   - file: the `#fileID` of the source file that creates the mock.
    ///   - line: the line that creates the mock.
    public init(_ port: String, file: String, line: Int) {
        self.port = port
        origin = DoubleOrigin(file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorded.withLock(\.self) }

    /// Records a call that the mock answers itself.
    public func record(_ call: Call) {
        recorded.withLock { $0.append(call) }
    }

    /// The error of a call without a response.
    public func unexpectedCall(_ method: String = #function) -> UnexpectedCall {
        origin.unexpectedCall("\(port).\(method)")
    }

    /// Records a call and responds to it. Throws the error of an unexpected call if there is no response.
    public func respond<Arguments, Value, Failure: UnexpectedCallFailure>(
        to call: Call, _ arguments: Arguments, with response: MockResponse<Arguments, Value, Failure>?,
        method: String = #function
    ) async throws(Failure) -> Value {
        record(call)
        guard let response else { throw Failure(unexpected: unexpectedCall(method)) }
        return try await response(arguments)
    }
}
