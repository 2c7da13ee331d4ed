"""Small files in the formats that are translated."""
import io
import json
import zipfile


def archive(members):
    """The bytes of a .zip file."""
    with io.BytesIO() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as written:
            for name, content in members.items():
                written.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)  # dated 1980, the same each time
        return file.getvalue()


def word_document(sentence):
    """word/document.xml with a paragraph and a table."""
    paragraph = f"<w:p><w:r><w:t>{sentence}</w:t></w:r></w:p>"
    table = f"<w:tbl><w:tr><w:tc>{paragraph}</w:tc><w:tc>{paragraph}</w:tc></w:tr></w:tbl>"
    return f'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{paragraph}{table}</w:body></w:document>'.encode()


def sample_files(sentence):
    """One file of each kind of format, by name."""
    catalogue = f'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Cat"\nmsgstr "Chat"\n\nmsgid "{sentence}"\nmsgstr ""\n'
    return {"a.txt": f"{sentence}\n".encode(), "a.md": f"# Flowers\n\n{sentence}\n".encode(), "a.html": f"<p class=x>{sentence}</p>\n".encode(),
            "a.srt": f"1\n00:00:01,000 --> 00:00:04,000\n{sentence}\n".encode(), "a.po": catalogue.encode(), "a.json": json.dumps({"key": sentence}).encode(),
            "a.csv": f"id,text\nx-1,{sentence}\n".encode(), "a.docx": archive({"word/document.xml": word_document(sentence), "word/styles.xml": b"<w:styles/>"})}
