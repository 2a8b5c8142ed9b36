"""Recognizes speech with Whisper for the benchmarks (speech-recognizer.ts), and prints the text.

    python3 whisper.py FILE.wav MODEL

Needs the package faster-whisper, and the name or folder of a model.
"""

import sys

from faster_whisper import WhisperModel

file, model = sys.argv[1:]
whisper = WhisperModel(model, device="cpu", compute_type="int8")
segments, _ = whisper.transcribe(file, language="en", beam_size=5, temperature=0, condition_on_previous_text=False)
print(" ".join(segment.text.strip() for segment in segments))
