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
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // The document stack.
    .target(name: "Resources"),
    .target(name: "Markup", dependencies: ["CLibXML2"]),
    .target(
      name: "Style", dependencies: ["Markup", "Resources"],
      resources: [.embedInCode("UserAgent.css"), .embedInCode("UserAgentQuirks.css")]),
    .target(name: "TextShaping", dependencies: ["CPango"]),
    .target(name: "Layout", dependencies: ["Style", "TextShaping", "Resources"]),
    .target(name: "Paint", dependencies: ["Layout", "CPango", "CGdkPixbuf"]),
    .target(name: "PDFObjects", dependencies: ["CZlib"]),
    .target(
      name: "Composition",
      dependencies: [
        "Paint", "PDFObjects",
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "Yams", package: "Yams"),
      ]),

    // The queue stack.
    .target(name: "Postgres", dependencies: ["CLibPQ", logging]),
    .target(name: "JobQueue", dependencies: ["Postgres", logging]),
    .target(name: "ArtifactStore", dependencies: [crypto]),
    .target(name: "Sharing", dependencies: ["JobQueue"]),

    // Joined.
    .target(
      name: "Fleet",
      dependencies: [
        "Composition", "JobQueue", "ArtifactStore", "Sharing", logging,
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .executableTarget(
      name: "pressrun",
      dependencies: ["Fleet", .product(name: "ArgumentParser", package: "swift-argument-parser")]),

    // Tests mirror Sources.
    .testTarget(name: "ResourcesTests", dependencies: ["Resources"]),
    .testTarget(name: "MarkupTests", dependencies: ["Markup"]),
    .testTarget(name: "StyleTests", dependencies: ["Style"]),
    .testTarget(name: "TextShapingTests", dependencies: ["TextShaping"]),
    .testTarget(name: "LayoutTests", dependencies: ["Layout"]),
    .testTarget(name: "PaintTests", dependencies: ["Paint"]),
    .testTarget(name: "PDFObjectsTests", dependencies: ["PDFObjects"]),
    .testTarget(name: "CompositionTests", dependencies: ["Composition"]),
    .testTarget(name: "PostgresTests", dependencies: ["Postgres"]),
    .testTarget(name: "JobQueueTests", dependencies: ["JobQueue"]),
    .testTarget(name: "ArtifactStoreTests", dependencies: ["ArtifactStore"]),
    .testTarget(name: "SharingTests", dependencies: ["Sharing"]),
    .testTarget(name: "FleetTests", dependencies: ["Fleet"]),
    .testTarget(name: "EndToEndTests", dependencies: ["Fleet"]),
  ],
  swiftLanguageModes: [.v6]
)
