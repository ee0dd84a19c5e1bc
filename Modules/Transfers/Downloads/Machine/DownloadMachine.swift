import HTTPTypes
import Networking

/// The rules of a download that can be continued (RFC 9110 sections 13 and 14), without any I/O: it is told what happened
/// and answers with a ``Step``. What it protects above all: the bytes of two versions never stand in one file.
struct DownloadMachine {
    /// What to do: the effects in their order, then the one thing whose outcome the machine is told next.
    struct Step: Equatable {
        var effects: [Effect] = []
        let next: Next
    }

    enum Effect: Equatable {
        case report(DownloadDecision)
        /// Record that the file belongs to this download and holds nothing yet (``DownloadMachine/firstRecord``), and only
        /// then drop its bytes: a record must never outlive what it speaks of, and bytes without one are not ours.
        case discard
        /// Keep so many bytes, and no torn end behind them.
        case cut(to: Int64)
        case wait(Duration)
    }

    enum Next: Equatable {
        /// Ask for the file, from `offset` on if it is not zero, and with `validator` only if it is still that version. Tell
        /// ``responded(_:from:)`` or ``lost(_:draw:)``.
        case send(offset: Int64, validator: StrongEntityTag?)
        /// Read the body. Tell ``received(_:)`` each piece before it is written, then ``ended(draw:)`` or ``lost(_:draw:)``.
        case receive
        /// All is here: check it and move it to its place.
        case publish(length: Int64)
        case fail(NetworkError.Cause)
    }

    private let target: DownloadRecord.Target
    private let policy: DownloadPolicy
    /// What may be continued; `nil` as long as nothing may.
    private(set) var record: DownloadRecord?
    /// The bytes that are here, and so where the next one goes.
    private(set) var position: Int64 = 0
    /// Of the file; `nil` while nobody knows.
    private(set) var total: Int64?
    /// Whether the body that is being read came encoded, so that its length says nothing of what crossed the wire.
    private(set) var isEncoded = false
    /// Where the answer that is being read ends; `nil` where it didn't say.
    private var end: Int64?
    private var hasResponded = false
    /// The furthest position that a try has reached: less than that is no progress.
    private var furthest: Int64 = 0
    private var triesInVain = 0
    /// Exchanges in a row that brought too little to matter; the waits grow with them.
    private var smallGains = 0
    private var restarts = 0
    /// What the server has said of the whole file. It outlives the bytes, because the next response may leave it out.
    private var announced: (total: Int64, entityTag: String?)?

    /// Less than an exchange brings with its first round trip (RFC 6928: ten segments) does not pay for asking.
    private static var gainThatMatters: Int64 { 16 * 1024 }

    init(target: DownloadRecord.Target, policy: DownloadPolicy) {
        self.target = target
        self.policy = policy
    }

    /// Begins with what an earlier run left: `length` bytes and, if it can be read, a record of them.
    mutating func start(found: DownloadRecord?, length: Int64) -> Step {
        guard let found else { return length == 0 ? ask() : beginAnew(.noRecord) }
        guard found.target == target else { return beginAnew(.otherTarget) }
        // An earlier run ended before its first checkpoint.
        guard let validator = found.validator, found.durable > 0 else { return ask() }
        guard found.durable <= length else { return beginAnew(.bytesMissing) }
        record = found
        total = found.total
        announced = found.total.map { ($0, validator.tag.text) }
        position = found.durable
        furthest = position
        return ask([.cut(to: position)])
    }

    /// What the sidecar says before the first byte is written.
    var firstRecord: DownloadRecord {
        record ?? DownloadRecord(target: target, validator: nil, total: nil, durable: 0)
    }

    /// The answer's head has come; its status is 2xx or 416.
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

    /// A piece of the body has come; a failure means that it must not be written.
    mutating func received(_ count: Int) -> DownloadFailure? {
        let (reached, overflow) = position.addingReportingOverflow(Int64(count))
        if overflow || reached > end ?? .max { return .overrun(announced: end ?? .max) }
        position = reached
        return nil
    }

    /// The body has ended as its framing promised.
    mutating func ended(draw: Double) -> Step {
        if let end, position < end { return again(.transport(.truncatedResponse), draw: draw) }
        if let total { return position < total ? askForNextPart(draw: draw) : Step(next: .publish(length: position)) }
        // A part may be shorter than what was asked for (RFC 9110 section 15.3.7), and one of an unknown total does not say
        // whether more follows. The answer to the next range does.
        return end == nil ? Step(next: .publish(length: position)) : askForNextPart(draw: draw)
    }

    /// The exchange has failed. Before the first answer the chain has had its say; after it, the download goes on.
    mutating func lost(_ error: NetworkError, draw: Double) -> Step {
        guard hasResponded, error.isRetryable else { return Step(next: .fail(error.cause)) }
        return again(error.cause, draw: draw)
    }
}

extension DownloadMachine {
    private mutating func receiveWhole(_ response: Response) -> Step {
        var effects: [Effect] = []
        if position > 0 {
            guard let restart = giveUpBytes(.wholeFile) else { return restartedTooOften }
            effects = restart
        }
        // Only another tag says that this is another version. Any other body without a length has the length that was
        // announced before, or it has been cut short.
        if let old = announced?.entityTag, let new = response.entityTag, old != new { announced = nil }
        total = response.length ?? announced?.total
        announced = total.map { ($0, response.entityTag ?? announced?.entityTag) }
        end = total
        record = response.validator.map { DownloadRecord(target: target, validator: $0, total: total, durable: 0) }
        isEncoded = response.isEncoded
        return Step(effects: effects + [.discard], next: .receive)
    }

    private mutating func receivePart(_ response: Response) -> Step {
        guard !response.isEncoded else { return beginAnew(.encoded) }
        // RFC 9110 section 15.3.7 wants the tag in every 206 whose 200 would have one. Without it nothing tells a server
        // that ignores If-Range from one that heeds it.
        guard isOfRecordedVersion(response) else { return beginAnew(.otherVersion) }
        guard case .part(position, let last, let total) = response.range,
            self.total == nil || total == nil || total == self.total,
            last < total ?? self.total ?? .max, response.length == nil || response.length == last + 1 - position
        else { return beginAnew(.otherRange) }
        self.total = self.total ?? total
        record?.total = self.total
        announced = self.total.map { ($0, response.entityTag) }
        end = last + 1
        isEncoded = false
        return Step(effects: [.report(.resumed(from: position))], next: .receive)
    }

    private mutating func resolve(_ response: Response) -> Step {
        // Of an unknown total, only a response that names its version can say that it has been reached.
        let isSame = isOfRecordedVersion(response) || (response.entityTag == nil && total != nil)
        guard case .unsatisfied(position) = response.range, total == nil || total == position, isSame else {
            return beginAnew(.outOfRange)
        }
        return Step(next: .publish(length: position))
    }

    /// Whether the response speaks of the version that the bytes here belong to.
    private func isOfRecordedVersion(_ response: Response) -> Bool {
        guard let recorded = record?.validator, let validator = response.validator else { return false }
        // Equal tags of two resources prove nothing. With a digest a mix would not be published, so that a download behind
        // addresses that are signed anew each time can continue.
        return validator == recorded || (validator.tag == recorded.tag && target.digest != nil)
    }

    /// A server may send a long file in short parts, but not make this client ask for it without end.
    private mutating func askForNextPart(draw: Double) -> Step {
        countGain()
        guard smallGains > 1 else { return ask() }
        return ask(pause(before: smallGains - 1, draw: draw))
    }

    private func pause(before number: Int, draw: Double) -> [Effect] {
        let delay = policy.delay(beforeTry: number, draw: draw)
        return [.report(.interrupted(at: position, waiting: delay)), .wait(delay)]
    }

    private mutating func countGain() {
        let gain = position - furthest
        smallGains = gain < Self.gainThatMatters ? smallGains + 1 : 0
        guard gain > 0 else { return }
        furthest = position
        triesInVain = 0
    }

    private mutating func again(_ cause: NetworkError.Cause, draw: Double) -> Step {
        countGain()
        guard triesInVain < policy.triesWithoutProgress else {
            return Step(effects: [.report(.gaveUp(tries: triesInVain))], next: .fail(cause))
        }
        triesInVain += 1
        let pause = self.pause(before: max(triesInVain, smallGains), draw: draw)
        guard position > 0, record == nil else { return ask(pause) }
        guard let restart = giveUpBytes(.notResumable) else { return restartedTooOften }
        return ask(pause + restart)
    }

    private mutating func beginAnew(_ reason: DownloadDecision.Reason) -> Step {
        guard let effects = giveUpBytes(reason) else { return restartedTooOften }
        return ask(effects)
    }

    /// `nil` where that has happened too often.
    private mutating func giveUpBytes(_ reason: DownloadDecision.Reason) -> [Effect]? {
        // What an earlier run left is no fault of this one.
        if hasResponded { restarts += 1 }
        furthest = max(furthest, position)
        record = nil
        total = nil
        end = nil
        position = 0
        return restarts > policy.restarts ? nil : [.report(.restarted(reason))]
    }

    private var restartedTooOften: Step { fail(.restartedTooOften(policy.restarts)) }

    private func ask(_ effects: [Effect] = []) -> Step {
        // A validator means nothing to another resource than its own. The bytes behind a redirect are asked for without it,
        // and the response has to name the version.
        let validator = record?.validator.flatMap { $0.source == target.resource ? $0.tag : nil }
        return Step(effects: effects, next: .send(offset: position, validator: position > 0 ? validator : nil))
    }

    private func fail(_ failure: DownloadFailure) -> Step {
        Step(next: .fail(.download(failure)))
    }
}
