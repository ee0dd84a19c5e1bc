import HTTPTypes
import Networking

/// The rules of a resumable download (RFC 9110 sections 13 and 14), without I/O. Each method records one event and
/// returns the next ``Step``. The most important rule: one file never contains bytes of two versions.
struct DownloadMachine {
    /// What to do: the effects in their order, then one action whose outcome the machine receives next.
    struct Step: Equatable {
        var effects: [Effect] = []
        let next: Next
    }

    enum Effect: Equatable {
        case report(DownloadDecision)
        /// Save the record of an empty file for this download (``DownloadMachine/firstRecord``), then delete the file's
        /// bytes. In this order, because the process may end in between: a record must never describe deleted bytes,
        /// and a file without a record counts as another program's.
        case discard
        /// Truncate the file to this length, which removes a torn end.
        case cut(to: Int64)
        case wait(Duration)
    }

    enum Next: Equatable {
        /// Request the file: from `offset` if it is not zero, and with `validator` only if the file is still that
        /// version. Then call ``responded(_:from:)`` or ``lost(_:draw:)``.
        case send(offset: Int64, validator: StrongEntityTag?)
        /// Read the body. Call ``received(_:)`` before writing each piece, then ``ended(draw:)`` or ``lost(_:draw:)``.
        case receive
        /// The file is complete: verify it and move it to its place.
        case publish(length: Int64)
        case fail(NetworkError.Cause)
    }

    private let target: TransferTarget
    private let policy: TransferPolicy
    /// What a later request can continue; `nil` if nothing can be continued.
    private(set) var record: DownloadRecord?
    /// How many bytes have been received, which is the offset of the next byte.
    private(set) var position: Int64 = 0
    /// The length of the complete file; `nil` while it is unknown.
    private(set) var total: Int64?
    /// Whether the current body is encoded, so that its length differs from the bytes received on the network.
    private(set) var isEncoded = false
    /// Where the current response ends in the file; `nil` if unknown.
    private var end: Int64?
    private var hasResponded = false
    private var pace: RetryPace
    private var restarts = 0
    /// The announced length of the whole file. It is kept when bytes are discarded, because the next response may omit
    /// the length.
    private var announced: (total: Int64, entityTag: String?)?

    init(target: TransferTarget, policy: TransferPolicy) {
        self.target = target
        self.policy = policy
        pace = RetryPace(policy)
    }

    /// Starts with the file of an earlier run: `length` bytes and, if the record can be read, their record.
    mutating func start(found: DownloadRecord?, length: Int64) -> Step {
        guard let found else { return length == 0 ? request() : restart(.noRecord) }
        guard found.target == target else { return restart(.otherTarget) }
        // The earlier run ended before its first checkpoint.
        guard let validator = found.validator, found.durable > 0 else { return request() }
        guard found.durable <= length else { return restart(.bytesMissing) }
        record = found
        total = found.total
        announced = found.total.map { ($0, validator.tag.text) }
        position = found.durable
        pace.skip(to: position)
        return request([.cut(to: position)])
    }

    /// The record to save before the first byte is written.
    var firstRecord: DownloadRecord {
        record ?? DownloadRecord(target: target, validator: nil, total: nil, durable: 0)
    }

    /// The head of a response has arrived; its status is 2xx or 416.
    ///
    /// - Parameter source: the resource that sent it, after all redirects.
    mutating func responded(_ head: HTTPResponse, from source: RequestTarget?) -> Step {
        hasResponded = true
        let response = Response(head, from: source)
        switch response.status {
        case 200: return receiveWhole(response)
        case 206 where position > 0: return receivePart(response)
        case 416 where position > 0: return resolve(response)
        case 416: return Step(next: .fail(.status(HTTPFailure(status: 416))))
        default: return fail(.unexpectedResponse(status: response.status))
        }
    }

    /// A piece of the body has arrived. If this returns a failure, the piece must not be written.
    mutating func received(_ count: Int) -> DownloadFailure? {
        let (reached, overflow) = position.addingReportingOverflow(Int64(count))
        if overflow || reached > end ?? .max { return .overrun(announced: end ?? .max) }
        position = reached
        return nil
    }

    /// The body has ended where its framing said.
    mutating func ended(draw: Double) -> Step {
        if let end, position < end { return retry(.transport(.truncatedResponse), draw: draw) }
        if let total { return position < total ? requestNextPart(draw: draw) : Step(next: .publish(length: position)) }
        // A part may be shorter than the requested range (RFC 9110 section 15.3.7). If the total is unknown, only the
        // response to the next range shows whether more follows.
        return end == nil ? Step(next: .publish(length: position)) : requestNextPart(draw: draw)
    }

    /// The exchange has failed. Before the first response the pipeline has already retried, so the download fails.
    /// After it, the download itself retries.
    mutating func lost(_ error: NetworkError, draw: Double) -> Step {
        guard hasResponded, error.isRetryable else { return Step(next: .fail(error.cause)) }
        return retry(error.cause, draw: draw)
    }
}

extension DownloadMachine {
    private mutating func receiveWhole(_ response: Response) -> Step {
        var effects: [Effect] = []
        if position > 0 {
            guard let restart = discardBytes(.wholeFile) else { return restartedTooOften }
            effects = restart
        }
        // Only a different tag means another version. Any other body without a length has the announced length, or is
        // truncated.
        if let old = announced?.entityTag, let new = response.entityTag, old != new { announced = nil }
        total = response.length ?? announced?.total
        announced = total.map { ($0, response.entityTag ?? announced?.entityTag) }
        end = total
        record = response.validator.map { DownloadRecord(target: target, validator: $0, total: total, durable: 0) }
        isEncoded = response.isEncoded
        return Step(effects: effects + [.discard], next: .receive)
    }

    private mutating func receivePart(_ response: Response) -> Step {
        guard !response.isEncoded else { return restart(.encoded) }
        // RFC 9110 section 15.3.7 requires the tag in every 206 whose 200 would have one. Without it, a server that
        // ignores If-Range can't be distinguished from one that respects it.
        guard isOfRecordedVersion(response) else { return restart(.otherVersion) }
        guard case .part(position, let last, let total) = response.range,
            self.total == nil || total == nil || total == self.total,
            last < total ?? self.total ?? .max, response.length == nil || response.length == last + 1 - position
        else { return restart(.otherRange) }
        self.total = self.total ?? total
        record?.total = self.total
        announced = self.total.map { ($0, response.entityTag) }
        end = last + 1
        isEncoded = false
        return Step(effects: [.report(.resumed(from: position))], next: .receive)
    }

    private mutating func resolve(_ response: Response) -> Step {
        // If the total is unknown, only a response that names its version can confirm that the file is complete.
        let isSame = isOfRecordedVersion(response) || (response.entityTag == nil && total != nil)
        guard case .unsatisfied(position) = response.range, total == nil || total == position, isSame else {
            return restart(.outOfRange)
        }
        return Step(next: .publish(length: position))
    }

    /// Whether the response is about the version that the stored bytes belong to.
    private func isOfRecordedVersion(_ response: Response) -> Bool {
        guard let recorded = record?.validator, let validator = response.validator else { return false }
        // Equal tags of two resources prove nothing. With a digest, a mixed file would never be published, so a
        // download whose redirects get a new signed URL each time can continue.
        return validator == recorded || (validator.tag == recorded.tag && target.digest != nil)
    }

    private mutating func requestNextPart(draw: Double) -> Step {
        pace.reached(position)
        return request(pace.delayOfNextPart(draw: draw).map(pause) ?? [])
    }

    private func pause(_ delay: Duration) -> [Effect] {
        [.report(.interrupted(at: position, waiting: delay)), .wait(delay)]
    }

    private mutating func retry(_ cause: NetworkError.Cause, draw: Double) -> Step {
        pace.reached(position)
        guard let delay = pace.retry(draw: draw) else {
            return Step(effects: [.report(.gaveUp(tries: pace.retriesWithoutProgress))], next: .fail(cause))
        }
        let pause = self.pause(delay)
        guard position > 0, record == nil else { return request(pause) }
        guard let restart = discardBytes(.notResumable) else { return restartedTooOften }
        return request(pause + restart)
    }

    private mutating func restart(_ reason: DownloadDecision.Reason) -> Step {
        guard let effects = discardBytes(reason) else { return restartedTooOften }
        return request(effects)
    }

    /// Discards the stored bytes; returns `nil` if that has happened too often.
    private mutating func discardBytes(_ reason: DownloadDecision.Reason) -> [Effect]? {
        // Bytes of an earlier run do not count against this one.
        if hasResponded { restarts += 1 }
        pace.skip(to: position)
        record = nil
        total = nil
        end = nil
        position = 0
        return restarts > policy.restarts ? nil : [.report(.restarted(reason))]
    }

    private var restartedTooOften: Step { fail(.restartedTooOften(policy.restarts)) }

    private func request(_ effects: [Effect] = []) -> Step {
        // A validator is only valid for its own resource. After a redirect, the range is requested without it, and the
        // response must name the version.
        let validator = record?.validator.flatMap { $0.source == target.resource ? $0.tag : nil }
        return Step(effects: effects, next: .send(offset: position, validator: position > 0 ? validator : nil))
    }

    private func fail(_ failure: DownloadFailure) -> Step {
        Step(next: .fail(.download(failure)))
    }
}
