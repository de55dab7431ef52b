"""Codex without its server: `codex exec --json`, which takes one text and asks nothing."""

from __future__ import annotations

from runwhy.core.context.sentinel import wrap
from runwhy.executors.agent_executor import Ending, Job
from runwhy.executors.process import running
from runwhy.executors.transcript_writer import Teller

NO_THREAD = "no rollout found"


async def work_by_exec(job: Job, teller: Teller) -> Ending:
    """Do it; the envelope goes in front of the task, which this stream does not echo."""
    resume = job.options.resume
    session = None if job.options.fork else resume
    teller.begin("codex-exec", session=session, sender=job.sender)
    text, _ = wrap([job.envelope, *job.context], job.prompt)
    launch = job.launch.with_arguments([*_arguments(job), "--", text])
    async with running(launch, fed=False) as process:
        async for line in process.lines():
            await teller.take(line)
        code = await process.wait()
    await teller.finish()
    missing = resume is not None and NO_THREAD in process.stderr
    return Ending(code=code, stderr=process.stderr, missing=missing)


def _arguments(job: Job) -> list[str]:
    options = job.options
    verb = [] if options.resume is None else ["fork" if options.fork else "resume"]
    arguments = ["exec", *verb, "--json", "--skip-git-repo-check"]
    if options.approvals == "allow":
        arguments += ["--dangerously-bypass-approvals-and-sandbox"]
    if job.model is not None:
        arguments += ["-m", job.model]
    arguments += ["-c", f"developer_instructions={_toml(job.rule)}"]
    return arguments + ([options.resume] if options.resume is not None else [])


def _toml(text: str) -> str:
    """A basic string of TOML."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
