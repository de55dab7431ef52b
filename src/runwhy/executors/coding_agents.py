"""Registry of coding agents, and the commands that resume their sessions in a terminal."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from runwhy.core.agents.coding_agents import AgentSession
from runwhy.core.context.briefing import BriefingSettings
from runwhy.core.json import JsonObject
from runwhy.errors import InvalidInput, Problem
from runwhy.executors.acp import Acp
from runwhy.executors.acp_agents import KNOWN_AGENTS, AcpAgent
from runwhy.executors.agent_executor import CodingSettings, is_allowed_directory
from runwhy.executors.agent_task import CodingAgent
from runwhy.executors.claude import Claude
from runwhy.executors.codex import Codex
from runwhy.executors.copilot import Copilot
from runwhy.executors.cursor import Cursor
from runwhy.settings import Settings
from runwhy.wire.coding_options import read_options

_RESUME = {
    "claude": "claude --resume {}",
    "codex": "codex resume {}",
    "copilot": "copilot --resume={}",
    "cursor": "cursor-agent --resume {}",
    "acp:claude-agent-acp": "claude --resume {}",
    "acp:codex-acp": "codex resume {}",
    "acp:copilot": "copilot --resume={}",
    "acp:opencode": "opencode --session {}",
}


def coding_agents(settings: Settings) -> Mapping[str, CodingAgent]:
    """Return each agent by name; whether it is installed is checked when a run needs it."""
    agents: list[CodingAgent] = [
        Claude(settings.claude_command),
        Codex(settings.codex_command),
        Copilot(settings.copilot_command),
        Cursor(settings.cursor_command),
    ]
    agents += [Acp(agent) for agent in acp_agents(settings).values()]
    return {agent.name: agent for agent in agents}


def acp_agents(settings: Settings) -> Mapping[str, AcpAgent]:
    """Return the known agents of the Agent Client Protocol, and those of the settings."""
    agents = dict(KNOWN_AGENTS)
    for name, given in settings.acp_agents.items():
        known = agents.get(name, AcpAgent(name=name, command=given.command))
        agents[name] = replace(
            known,
            command=given.command,
            env={**known.env, **given.env},
            asking_mode=given.mode or known.asking_mode,
        )
    return agents


def coding_settings(
    settings: Settings, environ: Mapping[str, str], briefing: BriefingSettings
) -> CodingSettings:
    """Return the settings for coding agents."""
    return CodingSettings(
        briefing=briefing,
        records=process_records(settings),
        environ=environ,
        more_variables=settings.agent_variables,
        directories=_directories(settings),
        approval_timeout=settings.approval_timeout,
    )


def process_records(settings: Settings) -> Path:
    """Return the directory that names the processes of running agents."""
    return settings.data_dir / "agents"


def option_check(settings: Settings) -> Callable[[JsonObject], object]:
    """Return the check of `executorOptions` made before a run is accepted."""
    directories = _directories(settings)

    def check(given: JsonObject) -> None:
        options = read_options(given)
        if options.cwd is not None and not is_allowed_directory(Path(options.cwd), directories):
            rule = "is not one of the server's agent_directories"
            raise InvalidInput([Problem("/executorOptions/cwd", rule)])

    return check


def _directories(settings: Settings) -> tuple[str, ...] | None:
    if settings.agent_directories:
        return settings.agent_directories
    return None if settings.is_local else ()


def _resume(template: str) -> Callable[[AgentSession], str]:
    def command(session: AgentSession) -> str:
        resume = template.format(shlex.quote(session.agent_session or ""))
        return f"cd {shlex.quote(session.cwd)} && {resume}" if session.cwd else resume

    return command


RESUME_COMMANDS = {agent: _resume(template) for agent, template in _RESUME.items()}
