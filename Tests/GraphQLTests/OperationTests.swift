import Testing

@Suite struct OperationTests {
    @Test func placeholder() {}
}
