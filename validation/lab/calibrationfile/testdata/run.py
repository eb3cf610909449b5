# Runs processes on the hosts of a platform in SimGrid, which prints the energy of each host at the end.
# Usage: run.py PLATFORM, with a line for each process on standard input: its host, then the flop or -seconds of its steps.
import sys
from simgrid import Actor, Engine, Host, this_actor


def process(*steps):
    for step in steps:
        if step < 0:
            this_actor.sleep_for(-step)
        else:
            this_actor.execute(step)


engine = Engine([sys.argv[0], "--cfg=plugin:host_energy"])
engine.load_platform(sys.argv[1])
for line in sys.stdin:
    name, *steps = line.split()
    Actor.create("process", Host.by_name(name), process, *[float(step) for step in steps])
engine.run()
