"""CTranslate2 servers that `tests/bench/run serve` compares regard with; they implement enough of LibreTranslate's interface.

  peer_serve.py batching|one-by-one DIR PORT THREADS BATCHES COMPUTE

DIR is written by `regard export --to ctranslate2`. The server translates BATCHES batches at a time, with THREADS threads each.

batching     sentences of all requests are gathered for 20 ms, or until there are 32, and translated as one batch
one-by-one   BATCHES workers; each takes a request and translates its texts one after another
"""
import asyncio
import concurrent.futures
import json
import os
import sys

import ctranslate2
import sentencepiece

WINDOW, MOST, BEAM = 0.020, 32, 5


class Model:
    def __init__(self, folder, threads, batches, compute):
        self.source, self.target = (sentencepiece.SentencePieceProcessor(model_file=os.path.join(folder, f"{side}.spm")) for side in ("source", "target"))
        self.translator = ctranslate2.Translator(folder, device="cpu", compute_type=compute, intra_threads=threads, inter_threads=batches)
        with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
            self.ends = [] if json.load(file)["add_source_eos"] else ["</s>"]

    def pieces(self, text):
        return self.source.encode(text, out_type=str) + self.ends

    def translate(self, batch):
        return [self.target.decode(result.hypotheses[0]) for result in self.translator.translate_batch(batch, beam_size=BEAM, max_batch_size=MOST)]


class Batching:
    def __init__(self, model, batches):
        self.model = model
        self.queue = asyncio.Queue()
        self.free = asyncio.Semaphore(batches)
        self.pool = concurrent.futures.ThreadPoolExecutor(batches)
        self.running = set()
        asyncio.get_running_loop().create_task(self.gather())

    async def translate(self, texts):
        futures = []
        for text in texts:
            futures.append(asyncio.get_running_loop().create_future())
            self.queue.put_nowait((self.model.pieces(text), futures[-1]))
        return await asyncio.gather(*futures)

    async def gather(self):
        loop = asyncio.get_running_loop()
        while True:
            batch = [await self.queue.get()]
            end = loop.time() + WINDOW
            while len(batch) < MOST and (left := end - loop.time()) > 0:
                try:
                    batch.append(await asyncio.wait_for(self.queue.get(), left))
                except asyncio.TimeoutError:
                    break
            await self.free.acquire()
            task = loop.create_task(self.run(batch))
            self.running.add(task)
            task.add_done_callback(self.running.discard)

    async def run(self, batch):
        try:
            found = await asyncio.get_running_loop().run_in_executor(self.pool, self.model.translate, [pieces for pieces, _ in batch])
        finally:
            self.free.release()
        for (_, future), text in zip(batch, found):
            if not future.done():
                future.set_result(text)


class OneByOne:
    def __init__(self, model, batches):
        self.model = model
        self.pool = concurrent.futures.ThreadPoolExecutor(batches)

    async def translate(self, texts):
        return await asyncio.get_running_loop().run_in_executor(self.pool, self.in_turn, texts)

    def in_turn(self, texts):
        return [self.model.translate([self.model.pieces(text)])[0] for text in texts]


async def serve_connection(way, reader, writer):
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            length = next((int(line.split(":")[1]) for line in head.split("\r\n") if line.lower().startswith("content-length:")), 0)
            body = await reader.readexactly(length)
            value = {}
            if head.startswith("POST"):
                asked = json.loads(body)["q"]
                found = await way.translate(asked if isinstance(asked, list) else [asked])
                value = {"translatedText": found if isinstance(asked, list) else found[0]}
            text = json.dumps(value, ensure_ascii=False).encode()
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(text), text))
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main():
    kind, folder, port, threads, batches, compute = sys.argv[1:]
    model = Model(folder, int(threads), int(batches), compute)
    way = {"batching": Batching, "one-by-one": OneByOne}[kind](model, int(batches))
    server = await asyncio.start_server(lambda *streams: serve_connection(way, *streams), "127.0.0.1", int(port), backlog=1024)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
