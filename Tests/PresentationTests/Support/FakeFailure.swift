/// An error of the calls in tests.
enum FakeFailure: Error, Equatable {
    case cancelled
    case refused(String)
}
