import Models

/// Reads pages one after the other and requests the next one ahead. A class, so that its release cancels the request.
final class BookPageReader {
    private typealias Request = Task<Result<BookPage, BookServiceError>, Never>

    private enum State {
        case idle
        case requested(Request)
        /// The next call throws the error; later ones return `nil`.
        case ended(BookServiceError?)
    }

    private let query: BookQuery
    private let service: any BookService
    private var machine: BookPagingMachine
    private var state: State

    init(_ query: BookQuery, limit: Int?, _ service: any BookService) {
        self.query = query
        self.service = service
        machine = BookPagingMachine(limit: limit)
        state = limit == 0 ? .ended(nil) : .idle
    }

    deinit {
        if case .requested(let request) = state { request.cancel() }
    }

    func next(isolation actor: isolated (any Actor)?) async throws(BookServiceError) -> BookPage? {
        let request: Request
        switch state {
        case .ended(let error):
            state = .ended(nil)
            if let error { throw error }
            return nil
        case .requested(let pending): request = pending
        case .idle:
            if Task.isCancelled { throw end(.cancelled) }
            request = self.request(nil)
        }
        let outcome = await withTaskCancellationHandler {
            await request.value
        } onCancel: {
            request.cancel()
        }
        if Task.isCancelled { throw end(.cancelled) }
        switch outcome {
        case .failure(let error): throw end(error)
        case .success(let page):
            let step = machine.receive(page)
            switch step.next {
            case .success(let link): state = link.map { .requested(self.request($0)) } ?? .ended(nil)
            case .failure(let fault): state = .ended(.specific(fault))
            }
            return step.page
        }
    }

    private func end(_ error: BookServiceError) -> BookServiceError {
        state = .ended(nil)
        return error
    }

    /// Requests the page at `link`, or the first page.
    private func request(_ link: BookPage.Link?) -> Request {
        Task { [service, query] in
            do throws(BookServiceError) {
                if let link { return .success(try await service.page(at: link)) }
                return .success(try await service.page(of: query))
            } catch {
                return .failure(error)
            }
        }
    }
}
