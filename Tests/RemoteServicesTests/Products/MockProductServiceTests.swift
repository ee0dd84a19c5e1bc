import ContractSuites
import Models
import Services
import TestSupport
import Testing

struct MockProductServiceTests {
    @Test("a mock returns responses, passes other calls on and records each call")
    func responses() async throws {
        let (product, new) = (try Product.fixture(), try NewProduct.fixture())
        let base = MockProductService(create: .value(product), delete: .success)
        let products = MockProductService(over: base, delete: .error(.cancelled))
        #expect(try await products.create(new) == product)
        await expectFailure(.cancelled) { try await products.delete(id: product.id) }
        #expect(products.calls == [.create(new), .delete(id: product.id)])
        #expect(base.calls == [.create(new)])
    }

    @Test("a call without a response throws an error that names the call and the line that made the mock")
    func unexpected() async throws {
        let products = MockProductService()
        let (product, new) = (try Product.fixture(), try NewProduct.fixture())
        await expectUnexpectedCalls([
            "ProductService.products(page:)": { _ = try await products.products(page: PageRequest(size: 1)) },
            "ProductService.create(_:)": { _ = try await products.create(new) },
            "ProductService.delete(id:)": { try await products.delete(id: product.id) },
        ])
    }
}
