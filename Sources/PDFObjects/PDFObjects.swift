// The PDFObjects room.
