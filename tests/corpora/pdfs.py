"""PDF files written by hand: pages of lines, as plain as the format allows."""

from io import BytesIO

from pypdf import PdfReader, PdfWriter


def pdf(*pages):
    """Return the bytes of a PDF; a page is its lines."""
    font = len(pages) * 2 + 3
    kids = " ".join(f"{3 + 2 * place} 0 R" for place in range(len(pages)))
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>"]
    for place, lines in enumerate(pages):
        shown = " T* ".join(f"({line}) Tj" for line in lines)
        content = f"BT /F1 12 Tf 14 TL 72 720 Td {shown} ET" if lines else ""
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {4 + 2 * place} 0 R "
            f"/Resources << /Font << /F1 {font} 0 R >> >> >>"
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    objects.append("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    return _assembled(objects)


def _assembled(objects):
    written, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(written))
        written += f"{number} 0 obj\n{one}\nendobj\n".encode("latin-1")
    rows = "".join(f"{place:010d} 00000 n \n" for place in places)
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{rows}"
    end = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(written)}\n%%EOF\n"
    return written + table.encode() + end.encode()


def encrypted(plain, password):
    """Return a PDF that opens with a password; the empty one opens in any viewer."""
    writer = PdfWriter(PdfReader(BytesIO(plain)))
    writer.encrypt(user_password=password, owner_password="owner", algorithm="RC4-128")
    out = BytesIO()
    writer.write(out)
    return out.getvalue()
