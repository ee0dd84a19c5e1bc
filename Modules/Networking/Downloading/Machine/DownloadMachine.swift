import HTTPTypes

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
        /// Forget the record, and only then the bytes: a record must never outlive what it speaks of.
        case discard
        /// Keep so many bytes, and no torn end behind them.
        case cut(to: Int64)
        case wait(Duration)
    }

    enum Next: Equatable {
        /// Ask for the file, from `offset` on if it is not zero and only if it is still the version of `validator`. Tell
        /// ``answered(_:)`` or ``lost(_:draw:)``.
        case send(offset: Int64, validator: StrongEntityTag?)
        /// Read the body. Tell ``received(_:)`` each piece before it is written, then ``ended()`` or ``lost(_:draw:)``.
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
    private var hasAnswered = false
    /// The furthest position that a try has reached: less than that is no progress.
    private var furthest: Int64 = 0
    private var triesInVain = 0
    private var restarts = 0

    init(target: DownloadRecord.Target, policy: DownloadPolicy) {
        self.target = target
        self.policy = policy
    }

    /// Begins with what an earlier run left: `length` bytes and, if it can be read, a record of them.
    mutating func start(found: DownloadRecord?, length: Int64) -> Step {
        guard let found else { return length == 0 ? ask() : beginAnew(.noRecord) }
        guard found.target == target else { return beginAnew(.otherTarget) }
        guard found.durable <= length else { return beginAnew(.bytesMissing) }
        record = found
        total = found.total
        position = found.durable
        furthest = position
        return ask([.cut(to: position)])
    }

    /// The answer's head has come; its status is 2xx or 416.
    mutating func answered(_ head: HTTPResponse) -> Step {
        hasAnswered = true
        let answer = Answer(head)
        switch answer.status {
        case 200: return receiveWhole(answer)
        case 206 where position > 0: return receivePart(answer)
        case 416 where position > 0: return resolve(answer)
        case 416: return Step(next: .fail(.status(HTTPFailure(status: 416))))
        default: return fail(.unexpectedAnswer(status: answer.status))
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
        if let total { return position < total ? ask() : Step(next: .publish(length: position)) }
        // A part may be shorter than what was asked for (RFC 9110 section 15.3.7), and one of an unknown total does not say
        // whether more follows. The answer to the next range does.
        return end == nil ? Step(next: .publish(length: position)) : ask()
    }

    /// The exchange has failed. Before the first answer the chain has had its say; after it, the download goes on.
    mutating func lost(_ error: NetworkError, draw: Double) -> Step {
        guard hasAnswered, error.isRetryable else { return Step(next: .fail(error.cause)) }
        return again(error.cause, draw: draw)
    }
}

extension DownloadMachine {
    private mutating func receiveWhole(_ answer: Answer) -> Step {
        var effects: [Effect] = []
        if position > 0 {
            guard let restart = giveUpBytes(.wholeFile) else { return restartedTooOften }
            effects = restart
        } else if record != nil {
            // Nothing is here but a record of what the server had before.
            effects = [.discard]
        }
        total = answer.length
        end = total
        record = answer.validator.map {
            DownloadRecord(target: target, validator: $0, total: answer.length, durable: 0)
        }
        isEncoded = answer.isEncoded
        return Step(effects: effects, next: .receive)
    }

    private mutating func receivePart(_ answer: Answer) -> Step {
        guard !answer.isEncoded else { return beginAnew(.encoded) }
        // RFC 9110 section 15.3.7 wants the tag in every 206 whose 200 would have one. Without it nothing tells a server
        // that ignores If-Range from one that heeds it.
        guard let record, answer.validator == record.validator else { return beginAnew(.otherVersion) }
        guard case .part(position, let last, let total) = answer.range,
            self.total == nil || total == nil || total == self.total,
            last < total ?? self.total ?? .max, answer.length == nil || answer.length == last + 1 - position
        else { return beginAnew(.otherRange) }
        self.total = self.total ?? total
        self.record?.total = self.total
        end = last + 1
        isEncoded = false
        return Step(effects: [.report(.resumed(from: position))], next: .receive)
    }

    private mutating func resolve(_ answer: Answer) -> Step {
        if case .unsatisfied(position) = answer.range, total == nil || total == position,
            answer.entityTag == nil || answer.validator == record?.validator
        {
            return Step(next: .publish(length: position))
        }
        return beginAnew(.outOfRange)
    }

    private mutating func again(_ cause: NetworkError.Cause, draw: Double) -> Step {
        if position > furthest {
            furthest = position
            triesInVain = 0
        }
        guard triesInVain < policy.triesWithoutProgress else {
            return Step(effects: [.report(.gaveUp(tries: triesInVain))], next: .fail(cause))
        }
        triesInVain += 1
        let delay = policy.delay(beforeTry: triesInVain, draw: draw)
        let pause: [Effect] = [.report(.interrupted(at: position, waiting: delay)), .wait(delay)]
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
        if hasAnswered { restarts += 1 }
        furthest = max(furthest, position)
        record = nil
        total = nil
        end = nil
        position = 0
        return restarts > policy.restarts ? nil : [.report(.restarted(reason)), .discard]
    }

    private var restartedTooOften: Step { fail(.restartedTooOften(policy.restarts)) }

    private func ask(_ effects: [Effect] = []) -> Step {
        Step(effects: effects, next: .send(offset: position, validator: position > 0 ? record?.validator : nil))
    }

    private func fail(_ failure: DownloadFailure) -> Step {
        Step(next: .fail(.download(failure)))
    }
}
