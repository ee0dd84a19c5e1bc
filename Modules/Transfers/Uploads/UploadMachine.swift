import Foundation
import Networking

/// The rules of a resumable upload (draft-ietf-httpbis-resumable-upload, interop version 8), without I/O. Each method
/// records one event and returns the next ``Step``.
///
/// Creating and completing an upload are requests without a body, under idempotency keys, so they can be repeated until
/// their response arrives. The bytes between them need no key: the server knows their offset, and after every
/// interruption this client requests that offset.
struct UploadMachine {
    /// What to do: the effects in their order, then one action whose outcome the machine receives next.
    struct Step: Equatable {
        var effects: [Effect] = []
        let next: Next
    }

    enum Effect: Equatable {
        case report(UploadDecision)
        /// Save ``UploadMachine/record`` durably. This always precedes the request that depends on the record.
        case save
        case wait(Duration)
    }

    enum Next: Equatable {
        /// Send the request, then call ``responded(_:draw:)`` or ``lost(_:draw:)``.
        case send(Request)
        case finish(UploadedFile)
        case fail(NetworkError.Cause)
    }

    enum Request: Equatable {
        case create(key: String)
        case offset(RequestTarget)
        /// Send this part of the file.
        case append(RequestTarget, Range<Int64>)
        case complete(RequestTarget, length: Int64, key: String)
    }

    private(set) var record: UploadRecord
    private let origin: RequestTarget
    private let policy: TransferPolicy
    private var sent: Request?
    private var pace: RetryPace
    private var hasResponded = false
    private var restarts = 0
    private var isDamaged = false
    /// The largest body of one append that the server accepts.
    private var appendLimit = Int64.max

    /// - Parameters:
    ///   - record: that of a new upload.
    ///   - origin: the address that creates uploads.
    init(_ record: UploadRecord, at origin: RequestTarget, policy: TransferPolicy) {
        self.record = record
        self.origin = origin
        self.policy = policy
        pace = RetryPace(policy)
    }

    /// Starts, or continues with the record of an earlier run.
    mutating func start(found: UploadRecord?) -> Step {
        guard let found else { return create([.save]) }
        guard found.isOfSameUpload(as: record) else { return create([.report(.restarted(.otherTarget)), .save]) }
        record = found
        if let result = found.result { return Step(next: .finish(result)) }
        guard let resource = found.resource, resource.isOfSameOrigin(as: origin) else { return create() }
        pace.skip(to: found.offset)
        return found.isCompleting ? complete(resource) : send(.offset(resource))
    }

    /// A response has arrived completely, with any status.
    mutating func responded(_ response: Response, draw: Double) -> Step {
        let isSuccess = (200..<300).contains(response.status)
        if isSuccess { hasResponded = true }
        switch (sent, response.status) {
        case (.create, _) where isSuccess: return created(response, draw: draw)
        case (.create, 404), (.create, 405), (.create, 501): return fail(.notResumable(status: response.status))
        // A request with this key is in progress: that of a killed process, whose end the server has not noticed yet.
        case (.create, 409): return retry(response.cause, draw: draw)
        case (_, 413): return fail(.tooLarge(length: record.length, limit: response.sizeLimit))
        case (_, 404), (_, 410): return restart(.expired)
        case (.offset(let resource), _) where isSuccess: return located(resource, response, draw: draw)
        case (.append(let resource, let range), _) where isSuccess:
            return appended(range, to: resource, response, draw: draw)
        case (.append, 409): return retry(response.cause, draw: draw)
        case (.append(let resource, _), 400) where response.isProblem("completed-upload"):
            return complete(resource, [.save])
        case (.complete, _) where isSuccess && response.isComplete != false:
            return finish(UploadedFile(location: response.location?.url, body: response.body))
        case (.complete(let resource, _, _), 400) where response.isProblem("completed-upload"):
            // The upload was completed by a request whose response the server no longer has.
            return finish(UploadedFile(location: resource.url, body: Data()))
        case (.complete, 409):
            // Otherwise a request with this key is in progress, whose response must not be given up.
            guard response.isProblem("mismatching-upload-offset") else { return retry(response.cause, draw: draw) }
            record.refusals += 1
            record.isCompleting = false
            return retry(response.cause, draw: draw, [.save])
        case (.complete, 422):
            guard !isDamaged else { return fail(.digestMismatch) }
            isDamaged = true
            return restart(.damaged)
        default:
            guard !isSuccess else { return fail(.unexpectedResponse(status: response.status)) }
            return lost(response.cause, draw: draw)
        }
    }

    /// The exchange has failed. Before the first response the pipeline has already retried, so the upload fails. After
    /// it, the upload itself retries.
    mutating func lost(_ cause: NetworkError.Cause, draw: Double) -> Step {
        guard hasResponded, cause.isRetryable else { return Step(next: .fail(cause)) }
        return retry(cause, draw: draw)
    }
}

extension UploadMachine {
    private mutating func created(_ response: Response, draw: Double) -> Step {
        guard response.hasLocation else { return fail(.notResumable(status: response.status)) }
        guard let resource = response.location, resource.isOfSameOrigin(as: origin) else {
            return fail(.foreignLocation)
        }
        if let limit = response.sizeLimit, limit < record.length {
            return fail(.tooLarge(length: record.length, limit: limit))
        }
        record.resource = resource
        return proceed(with: resource, at: response.offset ?? 0, response)
    }

    private mutating func located(_ resource: RequestTarget, _ response: Response, draw: Double) -> Step {
        if let length = response.length, length != record.length { return restart(.expired) }
        if response.isComplete == true { return complete(resource, [.save]) }
        guard let offset = response.offset else { return fail(.unexpectedResponse(status: response.status)) }
        pace.reached(offset)
        return proceed(with: resource, at: offset, response, [.report(.resumed(from: offset))])
    }

    private mutating func appended(
        _ range: Range<Int64>, to resource: RequestTarget, _ response: Response, draw: Double
    ) -> Step {
        guard let offset = response.offset else { return send(.offset(resource)) }
        guard offset > range.lowerBound else { return retry(.upload(.noProgress(at: offset)), draw: draw) }
        pace.reached(offset)
        // A server may accept a file in short parts, but must not make this client send requests without end.
        let delay = offset < record.length ? pace.delayOfNextPart(draw: draw) : nil
        return proceed(with: resource, at: offset, response, delay.map { [.wait($0)] } ?? [])
    }

    /// Continues at the offset that the server has confirmed.
    private mutating func proceed(
        with resource: RequestTarget, at offset: Int64, _ response: Response, _ effects: [Effect] = []
    ) -> Step {
        guard (0...record.length).contains(offset) else { return fail(.unexpectedResponse(status: response.status)) }
        if let limit = response.appendLimit, limit > 0 { appendLimit = limit }
        record.offset = offset
        if offset == record.length { return complete(resource, effects + [.save]) }
        return send(.append(resource, offset..<offset + min(appendLimit, record.length - offset)), effects + [.save])
    }

    private mutating func create(_ effects: [Effect] = []) -> Step {
        send(.create(key: record.creationKey), effects)
    }

    private mutating func complete(_ resource: RequestTarget, _ effects: [Effect] = []) -> Step {
        (record.isCompleting, record.offset) = (true, record.length)
        return send(.complete(resource, length: record.length, key: record.completionKey), effects)
    }

    private mutating func finish(_ result: UploadedFile) -> Step {
        record.result = result
        return Step(effects: [.save], next: .finish(result))
    }

    /// Repeats a request with a key, and asks for the offset after any other.
    private mutating func retry(
        _ cause: NetworkError.Cause, draw: Double, _ effects: [Effect] = []
    ) -> Step {
        guard var delay = pace.retry(draw: draw) else {
            return Step(effects: [.report(.gaveUp(tries: pace.retriesWithoutProgress))], next: .fail(cause))
        }
        if case .status(let failure) = cause, let wait = failure.retryAfter {
            delay = max(delay, min(wait, policy.longestDelay))
        }
        let pause = effects + [.report(.interrupted(at: record.offset, waiting: delay)), .wait(delay)]
        guard let resource = record.resource else { return create(pause) }
        return record.isCompleting ? complete(resource, pause) : send(.offset(resource), pause)
    }

    private mutating func restart(_ reason: UploadRestart) -> Step {
        restarts += 1
        guard restarts <= policy.restarts else { return fail(.restartedTooOften(restarts)) }
        record.restart()
        return create([.report(.restarted(reason)), .save])
    }

    private mutating func send(_ request: Request, _ effects: [Effect] = []) -> Step {
        sent = request
        return Step(effects: effects, next: .send(request))
    }

    private func fail(_ failure: UploadFailure) -> Step {
        Step(next: .fail(.upload(failure)))
    }
}
