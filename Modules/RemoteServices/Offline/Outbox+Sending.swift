import Foundation
import Models
import Networking
import Persistence
import Primitives
import Services

// Sends entries: executes what ``OutboxMachine`` decides.

extension Outbox {
    /// Starts a pass, or another one after the current pass.
    @discardableResult
    func startPass() -> Task<Pass, Never> {
        if let pass {
            isPassAwaited = true
            return pass
        }
        let task = Task { await self.sendAll() }
        pass = task
        return task
    }

    private func sendAll() async -> Pass {
        var result = Pass()
        do throws(StoreError) {
            try await acquireLock()
            defer { lock.unlock() }
            repeat {
                isPassAwaited = false
                try await sendEach(&result)
            } while isPassAwaited && result.reason == nil
        } catch {
            result.error = error
        }
        pass = nil
        // A cancelled caller has ended the pass. The callers that still wait for their changes get another one.
        if result.error == .cancelled, !waiters.isEmpty {
            startPass()
            return result
        }
        // Changes that were not sent wait behind another change, or for the server.
        for waiter in waiters.values where waiter.stage != .storing { waiter.ending.yield(.left(result.reason)) }
        return result
    }

    private func acquireLock() async throws(StoreError) {
        // The holder sends the changes of this process too. Until it has, they are pending.
        while try await !tryLock() {
            // The only error of a wait is a cancellation.
            do { try await time.sleep(for: .milliseconds(100)) } catch { throw .cancelled }
        }
    }

    func tryLock() async throws(StoreError) -> Bool {
        do throws(CredentialStorageError) { return try await lock.tryLock() } catch {
            throw .failed(reason: error.reason)
        }
    }

    /// - Parameter end: the monotonic time at which the running request is cut off; `nil` for no limit but its own.
    func sendEach(_ result: inout Pass, until end: Duration? = nil) async throws(StoreError) {
        machine.begin()
        var number = 0
        while let entry = try await store.next(of: owner, after: number, at: time.now) {
            if let end, time.monotonicTime >= end { return }
            guard let outcome = try await outcome(of: entry, until: end) else { continue }
            // The end of a cancelled call is not an answer, so it decides nothing about the entry and starts no rest.
            if Task.isCancelled { throw .cancelled }
            let consequence = machine.consequence(
                of: outcome.kind, for: entry, isAwaited: isAwaited(entry), at: time.now, time.monotonicTime,
                share: 0.5 + random.nextUnit() / 2)
            if consequence.notice != nil { stage(.decided, of: entry) }
            if consequence.storesResponse { await store(outcome.response, of: entry) }
            let before = try await store.update(entry.id, of: owner) { current in
                current.payload == entry.payload ? current.after(consequence.transition) : current
            }
            // Another change was merged into it, so it is read again.
            if let before, before.payload != entry.payload {
                stage(.waiting, of: entry)
                continue
            }
            if let notice = consequence.notice {
                number = entry.number
                if notice == .accepted { result.sent += 1 }
                if case .park = consequence.transition { result.parked += 1 }
                tell(entry, outcome.ending(notice))
            }
            if consequence.endsPass {
                result.reason = outcome.failure
                return
            }
        }
    }

    /// The outcome of an attempt; `nil` if the entry was changed before it was sealed, so that it must be read again.
    private func outcome(of entry: OutboxEntry, until end: Duration?) async throws(StoreError) -> SendOutcome? {
        let link = link
        switch machine.step(for: entry, at: time.now) {
        case .park(let reason): return SendOutcome(.unsendable(reason: reason))
        case .send(let request): return SendOutcome(await cut(at: end) { await link.send(request) }, of: request)
        case .seal:
            guard let kind = kinds[entry.kind] else {
                return SendOutcome(.unsendable(reason: "This version of the app does not know this kind of change."))
            }
            let change: PreparedChange
            do { change = try kind.prepare(entry) } catch {
                let reason = (error as? InvalidValue)?.reason ?? "This version of the app can't read it."
                return SendOutcome(.unsendable(reason: reason))
            }
            var tag: String?
            if change.isConditional {
                let read = await cut(at: end) { await link.read(change.path) }
                guard case .accepted = read.kind else { return read }
                switch change.rebase(read.response) {
                case .same: tag = read.tag
                case .done: return read
                case .conflict(let rebased, let reason): return SendOutcome(conflict: reason, rebased: rebased)
                // Not the server's JSON, such as a login page of a network.
                case nil: return SendOutcome(.later(atLeast: .zero, isReachable: false))
                }
            }
            let request = change.sealed(key: identifiers.next().text, ifMatch: tag, at: time.now)
            let before = try await store.update(entry.id, of: owner) { $0 == entry ? $0.sealed(request) : $0 }
            return before == entry ? SendOutcome(await cut(at: end) { await link.send(request) }, of: request) : nil
        }
    }

    /// The outcome of a call, which is cancelled at the end of a limited pass.
    private func cut<Outcome: Sendable>(
        at end: Duration?, _ call: @escaping @Sendable () async -> Outcome
    ) async -> Outcome {
        guard let end else { return await call() }
        let task = Task { await call() }
        let timer = time.setTimer(at: end) { task.cancel() }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func tell(_ entry: OutboxEntry, _ ending: Ending) {
        for waiter in waiters.values where waiter.entry == entry.id { waiter.ending.yield(ending) }
    }

    private func stage(_ stage: Waiter.Stage, of entry: OutboxEntry) {
        for (id, waiter) in waiters where waiter.entry == entry.id { waiters[id]?.stage = stage }
    }

    /// Whether the caller that made the entry waits for it, and the entry contains no other change.
    private func isAwaited(_ entry: OutboxEntry) -> Bool {
        waiters[entry.id] != nil && waiters.values.count { $0.entry == entry.id } == 1
    }

    /// If storing the response fails, the change has not failed: the server has it, and the next read of the list has
    /// its result.
    private func store(_ response: Data, of entry: OutboxEntry) async {
        do {
            try await kinds[entry.kind]?.store(entry, response, records, time.now)
        } catch {
            link.report(LocalCopyNotUpdated(reason: (error as? StoreError)?.userMessage ?? "\(type(of: error))"))
        }
    }
}

/// The outcome of sending a change, or of the read before it.
struct SendOutcome: Sendable {
    let kind: OutboxMachine.Outcome
    private(set) var response = Data()
    /// The entity tag of a resource that was read.
    private(set) var tag: String?
    /// The error for a caller that waits, if the change is refused.
    private var error: ServiceError<Never>?
    /// Why the change waits.
    private(set) var failure: ServiceFailure?

    init(_ kind: OutboxMachine.Outcome) {
        self.kind = kind
    }

    init(conflict reason: String, rebased: OutboxMachine.Rebased) {
        kind = .refused(reason: reason, rebased: rebased)
        error = .conflict(
            ServiceFailure(
                .rejected, UserMessage("outbox.conflict", "%1$@", reason),
                diagnostic: "a field was changed in both places"))
    }

    /// The outcome of reading a resource.
    init(_ resource: RawResponse) {
        switch resource.status {
        case 200...299:
            kind = .accepted
            response = resource.body
            tag = resource.header("ETag")
        case 401:
            kind = .accountNeeded(isUnsent: true)
            failure = ServiceFailure(
                .unauthorized, ServiceError<Never>.loggedOut.localizableUserMessage, diagnostic: "401")
        case 403, 404, 410:
            let error: ServiceError<Never> = resource.status == 403 ? .forbidden(nil) : .notFound(nil)
            kind = .refused(reason: error.userMessage)
            self.error = error
        default:
            let message = UserMessage(
                "outbox.status", "The server responded with the status %1$@.", "\(resource.status)")
            let failure = ServiceFailure(
                .server, message, diagnostic: "status \(resource.status) of a read before a change")
            let isTemporary = [408, 425, 429].contains(resource.status) || !(400...499).contains(resource.status)
            kind = isTemporary ? .later(atLeast: .zero, isReachable: true) : .refused(reason: failure.userMessage)
            error = .failed(failure)
            self.failure = failure
        }
    }

    /// The outcome of a request. `request` is `nil` for the read before a change.
    init(_ outcome: Result<Data, NetworkError>, of request: SealedRequest?) {
        switch outcome {
        case .success(let response):
            kind = .accepted
            self.response = response
        case .failure(let error):
            kind = OutboxMachine.Outcome(error, to: request)
            self.error = ServiceError(error)
            failure = ServiceFailure(error)
        }
    }

    func ending(_ notice: OutboxMachine.Notice) -> Outbox.Ending {
        switch (notice, error) {
        case (.accepted, _): .accepted(response)
        case (.refused, let error?): .refused(error)
        case (.refused, nil), (.left, _): .left(failure)
        }
    }
}

extension OutboxMachine.Outcome {
    fileprivate init(_ error: NetworkError, to request: SealedRequest?) {
        let wait = ServiceFailure(error).retryAfter ?? .zero
        let refused = Self.refused(reason: ServiceError<Never>(error).userMessage)
        // The client sends once, so a request that needs a login has no effect, unless a redirect came before.
        let accountNeeded = Self.accountNeeded(isUnsent: error.exchanges <= 1)
        switch error.cause {
        case .loggedOut, .refresh, .credentialStorage: self = accountNeeded
        case .status(let status):
            switch status.status {
            case 401: self = accountNeeded
            case 404 where request?.method == "DELETE", 410 where request?.method == "DELETE": self = .gone
            case 412 where request?.ifMatch != nil: self = .changedMeanwhile
            case 408, 425, 429, 500...599: self = .later(atLeast: wait, isReachable: true)
            // Another process, or a connection that was lost, still sends the same key.
            case 409 where status.code == "request_in_progress": self = .later(atLeast: wait, isReachable: true)
            default: self = refused
            }
        case .invalidRequest, .foreignOrigin, .redirect: self = refused
        case .decoding, .unexpectedMedia, .cancelled, .custom, .timeout, .circuitOpen, .transport:
            self = error.provesInaction ? .unsent(atLeast: wait) : .later(atLeast: wait, isReachable: false)
        }
    }
}

/// Sends the requests of an outbox through a session, each once.
struct OutboxLink: Sendable {
    let send: @Sendable (SealedRequest) async -> Result<Data, NetworkError>
    /// Reads a resource from its percent-encoded path, with its entity tag.
    let read: @Sendable (String) async -> SendOutcome
    let report: @Sendable (LocalCopyNotUpdated) -> Void

    init<Access>(over session: Session<Access>) {
        report = { session.report($0, of: "store") }
        send = { request in
            var headers = [HeaderField("Idempotency-Key", request.key)]
            if let tag = request.ifMatch { headers.append(HeaderField("If-Match", tag)) }
            let endpoint = Endpoint<Access, Data>(
                RequestMethod(rawValue: request.method) ?? .post, EndpointPath(encoded: request.path),
                headers: headers,
                body: request.contentType.map { .data(request.body, contentType: $0) } ?? .none, idempotency: .keyed,
                // Another media type is the error page of a proxy or the login page of a network.
                response: ResponseDecoding(accept: "application/json", promisesJSON: true) { data, _ in data },
                operation: "outbox")
            do throws(NetworkError) {
                return .success(try await session.send(endpoint))
            } catch {
                return .failure(error)
            }
        }
        read = { path in
            // A response of the cache may be older than another device's change, which this one would overwrite.
            let endpoint = Endpoint<Access, Data>(
                .get, EndpointPath(encoded: path), headers: [HeaderField("Cache-Control", "no-cache")],
                response: .data, operation: "outbox")
            do throws(NetworkError) {
                return SendOutcome(try await session.response(to: endpoint))
            } catch {
                return SendOutcome(.failure(error), of: nil)
            }
        }
    }
}
