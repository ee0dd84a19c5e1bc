extension Graph {
    /// A Mermaid flowchart: arrows point from a value to what it needs, shapes tell lifetimes, red tells faults.
    ///
    /// Nodes and arrows stand in the order of the list, so the same wiring gives the same text in every run. What is
    /// needed and not registered is drawn too, as a red circle.
    ///
    /// | singleton | scoped | seed | transient |
    /// | --- | --- | --- | --- |
    /// | box | stadium | slanted box | hexagon |
    public var mermaid: String {
        MermaidChart(self).text
    }
}
