"""Request bodies by their old module, until all routes import them from the new ones."""

from runwhy.wire.account_bodies import AgentBody as AgentBody
from runwhy.wire.account_bodies import AgentPatchBody as AgentPatchBody
from runwhy.wire.run_bodies import MemoryBody as MemoryBody
from runwhy.wire.run_bodies import MessageBody as MessageBody
from runwhy.wire.run_bodies import RunBody as RunBody
from runwhy.wire.run_bodies import RunInput as RunInput
from runwhy.wire.run_bodies import SpecBody as SpecBody
from runwhy.wire.run_bodies import TaskBody as TaskBody
from runwhy.wire.run_bodies import ToolResultBody as ToolResultBody
from runwhy.wire.session_bodies import AutonomyBody as AutonomyBody
from runwhy.wire.session_bodies import ReadBody as ReadBody
from runwhy.wire.session_bodies import SessionBody as SessionBody
from runwhy.wire.session_bodies import SessionPatchBody as SessionPatchBody
