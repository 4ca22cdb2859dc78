// swift-tools-version: 6.1
import PackageDescription

// Two stacks that know nothing of each other, and the rooms that join them (docs/architecture.md).
// Imports point down only: a target may depend on what stands above it in this file, never below.

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")

let package = Package(
  name: "pressrun",
  products: [
    .executable(name: "pressrun", targets: ["pressrun"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // C libraries, one target per .pc file.
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
    // What the C library hides from imported modules.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CRsvg", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // The document stack.
    .target(name: "Resources"),
    .target(name: "Markup", dependencies: ["CLibXML2"]),
    .target(
      name: "Style", dependencies: ["Markup", "Resources"],
      resources: [.embedInCode("UserAgent.css"), .embedInCode("UserAgentQuirks.css")]),
    .target(name: "TextShaping", dependencies: ["CPango"]),
    .target(name: "Layout", dependencies: ["Style", "TextShaping", "Resources"]),
    .target(name: "Paint", dependencies: ["Layout", "CPango", "CGdkPixbuf", "CRsvg"]),
    .target(name: "PDFObjects", dependencies: ["CLinux", "CZlib", crypto]),
    .target(
      name: "Composition",
      dependencies: [
        "Resources", "Markup", "Style", "TextShaping", "Layout", "Paint", "PDFObjects",
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "Yams", package: "Yams"),
      ]),

    // The queue stack.
    .target(name: "Postgres", dependencies: ["CLibPQ", logging]),
    .target(name: "JobQueue", dependencies: ["Postgres", logging], resources: [.embedInCode("SQL")]),
    .target(name: "ArtifactStore", dependencies: [crypto]),
    .target(name: "Sharing", dependencies: ["JobQueue"]),

    // Joined.
    .target(
      name: "Fleet",
      dependencies: [
        "CLinux", "Composition", "JobQueue", "ArtifactStore", "Sharing", logging,
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    .executableTarget(
      name: "pressrun",
      dependencies: ["Fleet", .product(name: "ArgumentParser", package: "swift-argument-parser")]),

    // What the tests of several rooms share: a PostgreSQL of the test process's own.
    .target(name: "TestSupport", dependencies: ["JobQueue"]),

    // Tests mirror Sources.
    .testTarget(name: "ResourcesTests", dependencies: ["Resources"]),
    .testTarget(name: "MarkupTests", dependencies: ["Markup"]),
    .testTarget(name: "StyleTests", dependencies: ["Style"]),
    .testTarget(name: "TextShapingTests", dependencies: ["TextShaping"]),
    .testTarget(name: "LayoutTests", dependencies: ["Layout"]),
    .testTarget(name: "PaintTests", dependencies: ["Paint", "CPango"]),
    .testTarget(name: "PDFObjectsTests", dependencies: ["PDFObjects"]),
    .testTarget(name: "CompositionTests", dependencies: ["Composition"]),
    .testTarget(name: "PostgresTests", dependencies: ["Postgres", "TestSupport"]),
    .testTarget(name: "JobQueueTests", dependencies: ["JobQueue", "TestSupport"]),
    .testTarget(name: "ArtifactStoreTests", dependencies: ["ArtifactStore"]),
    .testTarget(name: "SharingTests", dependencies: ["Sharing", "TestSupport"]),
    // A renderer whose documents crash, hang or eat memory, as their kind says.
    .executableTarget(name: "fake-renderer", dependencies: ["Fleet"], path: "Tests/FakeRenderer"),
    .testTarget(name: "FleetTests", dependencies: ["Fleet", "TestSupport", "fake-renderer"]),
    .testTarget(name: "EndToEndTests", dependencies: ["Fleet", "TestSupport", "pressrun"]),
  ],
  swiftLanguageModes: [.v6]
)
